import { readFile } from 'node:fs/promises'

/** The document of the figures of the long tests. */
export const FIGURES_DOC = 'docs/long-tests.md'

/** Figures of earlier runs of the long tests, with their labels. */
export async function readFigures(): Promise<[string, string][]> {
  const text = await readFile(FIGURES_DOC, 'utf8').catch(() => '')
  return [...text.matchAll(/^\| ([^|]+?) +\| +([^|]+?) \|$/gm)]
    .map(([, what = '', value = '']): [string, string] => [what, value])
    .filter(([what]) => what !== 'What' && !what.startsWith('-'))
}
