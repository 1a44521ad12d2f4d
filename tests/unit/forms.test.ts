import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

/** Every form of the site, with its file. */
const forms = ['app', 'components'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .flatMap((name) => {
      const file = path.join(folder, name)
      const opened = readFileSync(file, 'utf8').matchAll(
        /<form\b(?:[^>{]|\{(?:[^{}]|\{[^{}]*\})*\})*>/g,
      )
      return [...opened].map(([tag]) => ({ file, tag }))
    }),
)
/** Search, filters and colours of packs: their fields belong in the address. */
const SEARCHES = [
  'components/search/search-box-client.tsx',
  'components/catalogue/auto-submit-client.tsx',
  'components/project/swatches.tsx',
  'components/admin/filter-form.tsx',
]

it('the site has forms', () => {
  expect(forms.length).toBeGreaterThan(8)
  for (const file of SEARCHES) expect(forms.map((form) => form.file)).toContain(file)
})

it.each(forms.filter(({ file }) => !SEARCHES.includes(file)))(
  'a form never puts what was typed into an address, with or without scripts: $file',
  ({ tag }) => {
    // React posts a form whose action is a function, before and after its scripts run.
    const isPosted = /\bmethod="post"/.test(tag) && /\baction=\{endpoints\./.test(tag)
    expect(isPosted || /\baction=\{post\}/.test(tag), tag).toBe(true)
  },
)
