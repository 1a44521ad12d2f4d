import { createFormatter, createTranslator, NextIntlClientProvider } from 'next-intl'
import { prerender } from 'react-dom/static'
import { describe, expect, it, vi } from 'vitest'
import { OwnVersions } from '#components/creator/own/own-versions.tsx'
import type { Version } from '#lib/contract/publish.ts'
import messages from '#messages/en.json' with { type: 'json' }

vi.mock('next/navigation', () => ({ useRouter: () => ({}) }))
vi.mock('next-intl/server', () => ({
  getLocale: async () => 'en',
  getFormatter: async () => createFormatter({ locale: 'en', timeZone: 'UTC' }),
  getTranslations: async (namespace: 'creator.versions' | 'detail.versions') =>
    createTranslator({ locale: 'en', messages, namespace }),
}))

const AT = '2026-01-01T00:00:00.000Z'
const VERSIONS: Version[] = [
  { version: '1.1.0', created_at: AT, notes: '', file: null },
  {
    version: '1.0.0',
    created_at: AT,
    notes: '',
    file: null,
    yanked_at: '2026-06-01T12:00:00.000Z',
    yank_reason: 'قديم',
  },
]

describe('the versions of an own project', () => {
  it('have the date and the reason of a withdrawal', async () => {
    const { prelude } = await prerender(
      <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
        <OwnVersions
          kind="icon"
          id="orchard"
          versions={VERSIONS}
          status={null}
          current="1.1.0"
          outcome={null}
          changed={undefined}
        />
      </NextIntlClientProvider>,
    )
    const html = await new Response(prelude).text()
    const [, offered, withdrawn] = html.split('<li')
    expect(offered).not.toContain('Withdrawn')
    expect(withdrawn).toMatch(
      /Withdrawn on (<!-- -->)?<time dateTime="2026-06-01T12:00:00.000Z">Jun 1, 2026<\/time>/i,
    )
    expect(withdrawn).toContain('<p dir="auto" class="text-sm break-words text-content-muted">قديم')
  })
})
