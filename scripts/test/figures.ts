import { readFile, writeFile } from 'node:fs/promises'

/** Figures of earlier runs in a document, with their labels. */
export async function readFigures(document: string): Promise<[string, string][]> {
  const text = await readFile(document, 'utf8').catch(() => '')
  return readRows(text)
    .map(([what = '', value = '']): [string, string] => [what, value])
    .filter(([what]) => what !== 'What')
}

/** The rows of the tables of a document, without the rules below their heads. */
export const readRows = (text: string): string[][] =>
  [...text.matchAll(/^\| (.+) \|$/gm)]
    .map(([, row = '']) => row.split('|').map((cell) => cell.trim()))
    .filter(([first = '']) => !/^:?-+:?$/.test(first))

/** Whether a document has the marks of a part. */
export const hasPart = async (document: string, part: string): Promise<boolean> =>
  (await readFile(document, 'utf8')).includes(beginOf(part))

/** The text of a document between the marks of a part. @throws Error if it has no such part. */
export async function readPart(document: string, part: string): Promise<string> {
  return (await split(document, part)).text
}

/** Replaces the text between the marks of a part. @throws Error if the document has no such part. */
export async function writePart(document: string, part: string, text: string): Promise<void> {
  const { before, after } = await split(document, part)
  await writeFile(document, `${before}\n\n${text.trim()}\n\n${after}`)
}

const beginOf = (part: string) => `<!-- begin ${part} -->`

async function split(document: string, part: string) {
  const [begin, end] = [beginOf(part), `<!-- end ${part} -->`]
  const [before, rest] = (await readFile(document, 'utf8')).split(begin)
  const [text, after] = rest?.split(end) ?? []
  if (before === undefined || text === undefined || after === undefined) {
    throw new Error(`${document} has no ${begin}.`)
  }
  return { before: `${before}${begin}`, text, after: `${end}${after}` }
}
