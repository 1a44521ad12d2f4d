import type { BenchSite } from './site.ts'

/** Measurements of one part of a document, and the figures that have a target (targets.ts). */
export type Section = { text: string; figures?: Record<string, number> }
/** `undefined` where something that it needs is not installed. */
export type Measure = (site: BenchSite) => Promise<Section | undefined>

/** Repetitions of each measurement; the compared ones take turns. */
export const ROUNDS = 3

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}

/** Median with the least and the greatest value: `0.61 (0.58–0.64)`. */
export function spread(values: readonly number[], digits: number): string {
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) =>
    value.toFixed(digits),
  )
  return `${median(values).toFixed(digits)} (${least}–${most})`
}

/** A Markdown table; the first column is text, the others are figures. */
export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const rule = head.map((_, at) => (at === 0 ? '---' : '--:'))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}
