import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

/** `vitest run tests/unit/docs/decisions.test.ts --update` writes the index anew. */
const INDEX = '../../../docs/decisions/README.md'
const FOLDER = 'docs/decisions'
/** Longest title, in words: the file is named after it. */
const TITLE_WORDS = 9
/** Groups in the order of the index. */
const GROUPS = [
  'Pages and caches',
  'Search and lists',
  'Interface',
  'Publishing',
  'Files and drawings',
  'Plugins',
  'Accounts and access',
  'Data and backend',
  'Operation',
  'Code and tests',
]

/** A record begins with its title, and a line with its group and status. */
const HEAD =
  /^# (?<number>\d+)\. (?<title>[^\n]+)\n\n_(?<group>[^.\n]+)\. (?<status>Accepted\.|(?:Changed|Replaced) by \[\d+\]\([^\n]+\.)_\n/

const records = globSync(`${FOLDER}/[0-9]*.md`)
  .toSorted()
  .map((file) => {
    const { number, title, group, status } = HEAD.exec(readFileSync(file, 'utf8'))?.groups ?? {}
    if (!number || !title || !group || !status) throw new Error(`${file} has no status`)
    return { name: path.basename(file), number, title, group, status }
  })

it('the name of a record is its number and its title', () => {
  const expected = records.map(
    ({ number, title }) =>
      `${number.padStart(4, '0')}-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.md`,
  )
  expect(records.map(({ name }) => name)).toEqual(expected)
})

it('titles are short sentences', () => {
  const long = records.filter(({ title }) => title.split(' ').length > TITLE_WORDS)
  expect(long.map(({ title }) => title)).toEqual([])
})

it('a status links to the decisions that it names', () => {
  const wrong = records.filter(({ status }) =>
    [...status.matchAll(/\[(\d+)\]\((\d+)-/g)].some(([, a, b]) => Number(a) !== Number(b)),
  )
  expect(wrong).toEqual([])
})

/** Numbers below the highest without a record. */
function unusedNumbers(): number[] {
  const used = new Set(records.map(({ number }) => Number(number)))
  return Array.from({ length: Math.max(...used) }, (_, at) => at + 1).filter((n) => !used.has(n))
}

it('the index lists every record in its group, with its status', async () => {
  expect(records.filter(({ group }) => !GROUPS.includes(group))).toEqual([])
  const sections = GROUPS.map((group) => {
    const lines = records
      .filter((record) => record.group === group)
      .map(({ number, title, name, status }) => {
        const later = status === 'Accepted.' ? '' : `. ${status.replace(/:.*/, '')}`
        return `- [${number}. ${title}](${name})${later}`
      })
    return `## ${group}\n\n${lines.join('\n')}\n`
  })
  await expect(`# Decisions

One file per decision: context, decision, consequences. The title states the decision, the file is named after number and
title, and the number stays. The line below the title has the group and the status: accepted, or changed or replaced by a
later decision. What that one changes stands there too. A record that is replaced is kept. Numbers without a record: ${unusedNumbers().join(', ')}.

This list is generated from the records: \`vitest run tests/unit/docs/decisions.test.ts --update\`.

${sections.join('\n')}`).toMatchFileSnapshot(INDEX)
})
