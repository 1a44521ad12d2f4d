import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')
const CALL = String.raw`(?:\bt\(|\blabels\.|\b\w+Text\(|\bdescribe\()`
/** Two messages in one line of text: in a template, or beside each other in JSX. */
const JOINED = [
  new RegExp(String.raw`\$\{${CALL}[^{}\n]*\} \$\{${CALL}`),
  new RegExp(String.raw`\{${CALL}[^{}\n]*\}(?: |\{' '\}\s*)\{[^{}\n]*${CALL}`),
]

it('no message is joined from two: each cause has a message of its own, and languages join sentences differently', () => {
  const files = globSync('{app,components}/**/*.{ts,tsx}', { cwd: root })
  expect(files.length).toBeGreaterThan(100)
  const joined = files.filter((file) => {
    const source = readFileSync(path.join(root, file), 'utf8')
    return JOINED.some((pattern) => pattern.test(source))
  })
  expect(joined).toEqual([])
})

it.each([
  "showError(`${t('done.failed')} ${describe(refused)}`)",
  '{labels.loginFailed} {failureText(labels, state)}',
  "{t('text')} {hasStrip && t('untried')}",
  "{t('since')}{' '}\n        {t(isDaily ? 'isDaily' : 'isNotDaily')}",
])('the rule finds %s', (source) => {
  expect(JOINED.some((pattern) => pattern.test(source))).toBe(true)
})
