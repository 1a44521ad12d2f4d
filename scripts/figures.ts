import { readFile } from 'node:fs/promises'

/** Figures of earlier runs in a document, with their labels. */
export async function readFigures(document: string): Promise<[string, string][]> {
  const text = await readFile(document, 'utf8').catch(() => '')
  return [...text.matchAll(/^\| ([^|]+?) +\| +([^|]+?) \|$/gm)]
    .map(([, what = '', value = '']): [string, string] => [what, value])
    .filter(([what]) => what !== 'What' && !what.startsWith('-'))
}
