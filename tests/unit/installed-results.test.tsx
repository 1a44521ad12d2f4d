import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { InstalledResults } from '#components/installed/installed-results.tsx'
import type { Update } from '#lib/contract/update/update.ts'
import messages from '#messages/en.json' with { type: 'json' }

it('a withdrawn version has the date and the reason of its withdrawal', () => {
  const update: Update = {
    state: 'current',
    project: { id: 'a1', kind: 'icon', title: 'Sky', language: null },
    version: '1.0.0',
    yanked: { at: '2026-06-01T12:00:00.000Z', reason: 'It has the wrong sun.' },
    update: null,
    withheld: null,
  }
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <InstalledResults answers={[{ label: 'a1 1.0.0', update }]} names={new Map()} />
    </NextIntlClientProvider>,
  )
  expect(html).toContain('Version 1.0.0 was withdrawn on Jun 1, 2026')
  expect(html).toContain('It has the wrong sun.')
})
