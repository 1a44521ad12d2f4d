import { createTranslator, NextIntlClientProvider } from 'next-intl'
import { prerender } from 'react-dom/static'
import { expect, it, vi } from 'vitest'
import { FoundIcons } from '#app/[locale]/home/(public)/search/found-icons.tsx'
import type { IconSearchResult } from '#lib/contract/search.ts'
import messages from '#messages/en.json' with { type: 'json' }

const author = { uid: 'a', name: 'ada', display_name: null }
const PERMITTED = ['MIT', undefined]
const REFUSED = ['CC-BY-ND-4.0', 'Ask me', null]
const items = [...PERMITTED, ...REFUSED].map((license, at) => ({
  name: `sun-${at}`,
  url: `/f/sun-${at}.svg`,
  project: {
    id: `p${at}`,
    title: 'Sky',
    language: null,
    author,
    ...(license !== undefined && { license }),
  },
}))
const found: IconSearchResult = {
  items,
  total: items.length,
  total_is_estimate: false,
  next: null,
  term_is_cut: false,
}

vi.mock('#lib/search/server.ts', () => ({ readIcons: async () => found }))
vi.mock('next-intl/server', () => ({
  getLocale: async () => 'en',
  getTranslations: async (namespace: 'strip') =>
    createTranslator({ locale: 'en', messages, namespace }),
}))

it('the button that adds an icon to a strip says why the licence of its pack refuses that', async () => {
  const { prelude } = await prerender(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <FoundIcons view={{ q: 'sun' }} />
    </NextIntlClientProvider>,
  )
  const html = await new Response(prelude).text()
  const buttons = html.match(/<button[^>]* class="add-key[^>]*>/g) ?? []
  expect(buttons).toHaveLength(items.length)
  const { no_derivatives, unknown_license } = messages.detail.icons.recolour
  expect(
    buttons.map((button) => [
      button.includes('aria-disabled="true"'),
      / title="([^"]*)"/.exec(button)?.[1],
      / aria-label="([^"]*)"/.exec(button)?.[1],
    ]),
  ).toEqual(
    [undefined, undefined, no_derivatives, unknown_license, unknown_license].map((why, at) => [
      why !== undefined,
      why,
      `Add sun-${at} to your strip`,
    ]),
  )
})
