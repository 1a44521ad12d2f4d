import { globSync, readFileSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Words that have a plainer one, or hide who is meant (CONTRIBUTING.md, “Writing”). */
const WORDS =
  /\b(?:nobody|somebody|anybody|who(?:so)?m?ever|strangers?|mend(?:s|ed|ing)?|told|things?|beneath|whilst|amongst|wherein|therein|beforehand|hence|henceforth|thereby|whence|lest)\b/gi
/** Texts of the interface, keys of messages, and tests that look for them. */
const ALLOWED = [
  "t('nobody')",
  "'scripts', 'told'] as const",
  "getByText('Nobody else can see this page.')",
  // A parameter of addresses.
  'the outcome in `told`',
  // A type of schema.org, and a text in another language than its address.
  '  Thing,',
  'nodes: Thing[]',
  '`the name of the thing`',
]
const FILES = globSync(
  [
    '*.{md,mjs,ts}',
    'docs/**/*.md',
    '{app,backend,bench,cli,components,covers,demo,deploy,islands,lib,scripts,server,tests}/**/*.{css,mjs,sh,ts,tsx}',
  ],
  { exclude: ['tests/unit/docs/words.test.ts', '**/node_modules/**'] },
  // Folders of routes are named like files.
).filter((file) => statSync(file).isFile())

it('code, tests and documents use none of the words on the list', () => {
  const found = FILES.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const rest = ALLOWED.reduce((text, allowed) => text.replace(allowed, ''), line)
        return [...rest.matchAll(WORDS)].map(([word]) => `${file}:${index + 1}: ${word}`)
      }),
  )
  expect(FILES).toEqual(expect.arrayContaining(['lib/contract/limits.ts', 'docs/walks.md']))
  expect(found).toEqual([])
})
