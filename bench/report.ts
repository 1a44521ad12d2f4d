import { readFile, writeFile } from 'node:fs/promises'
import os from 'node:os'

const FILE = 'docs/performance.md'

/** Puts a part of the report in the place of the one of an earlier run. */
export async function writePart(
  part: 'pages' | 'catalogue' | 'prices',
  text: string,
): Promise<void> {
  const [begin, end] = [`<!-- begin ${part} -->`, `<!-- end ${part} -->`]
  const report = await readFile(FILE, 'utf8')
  const [before, rest] = report.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`${FILE} has no ${begin}.`)
  await writeFile(FILE, `${before}${begin}\n\n${text.trim()}\n\n${end}${after}`)
}

/** When and on what a part was measured. */
export function circumstances(): string {
  const day = new Date().toISOString().slice(0, 10)
  return `${day}: ${os.cpus().length} × ${os.cpus()[0]?.model.trim()}, Node ${process.version}`
}

/** The value below which `share` of the sorted values lie. */
export function percentile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}
