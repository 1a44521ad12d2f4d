import type { JudgedQuery } from './judge.ts'

type Answer = Pick<JudgedQuery, 'place' | 'recall'>
/** How a query is answered, and was before. */
export type Compared = JudgedQuery & { before: Answer }

/** Share of the queries whose first result is right, and mean recall. */
export function sumUp(answers: Answer[]) {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    first: mean(answers.map(({ place }) => (place === 1 ? 1 : 0))),
    recall: mean(answers.map(({ recall }) => recall)),
  }
}

/** The document with the figures, as Markdown. */
export function qualityReport(all: Compared[]): string {
  const rules = [...new Set(all.map(({ rule }) => rule))]
  const row = (name: string, some: Compared[]) => {
    const [was, is] = [sumUp(some.map(({ before }) => before)), sumUp(some)]
    return cells(
      name,
      some.length,
      percent(was.first),
      percent(is.first),
      percent(was.recall),
      percent(is.recall),
    )
  }
  const queries = all.map(({ query, before, ...now }) =>
    cells(`\`${query}\``, shown(before), shown(now)),
  )
  return `# Quality of search

${all.length} queries in the languages of the site, on a catalogue of names from the ecosystem. Both are lists in \`tests/fixtures/search\`;
what is right was written down before the queries were run. \`tests/integration/backend/search/quality.test.ts\` runs them, and writes
this page with \`--update\`. Before: the release 0.2.0, with the same catalogue and queries.

- **First**: the first result is a right one. At least 95 %.
- **Recall**: the share of the results that belong to the first ten. At least 95 %.
- No query may be answered worse than before.

| Queries that need | Number | First, before | First | Recall, before | Recall |
| --- | --: | --: | --: | --: | --: |
${rules
  .map((rule) =>
    row(
      rule,
      all.filter((one) => one.rule === rule),
    ),
  )
  .join('\n')}
${row('**all**', all)}

## Each query

The place of the first right result, “–” if it is not among ten; in brackets the recall where it is not 100 %.

${rules
  .map((rule) => {
    const lines = queries.filter((_, at) => all[at]?.rule === rule)
    return `### ${rule[0]?.toUpperCase()}${rule.slice(1)}\n\n| Query | Before | Now |\n| --- | --: | --: |\n${lines.join('\n')}\n`
  })
  .join('\n')}`
}

const cells = (...values: (string | number)[]) => `| ${values.join(' | ')} |`
const percent = (share: number) => `${(100 * share).toFixed(1)} %`
const shown = ({ place, recall }: Answer) =>
  `${place ?? '–'}${recall < 1 && place !== null ? ` (${Math.round(100 * recall)} %)` : ''}`
