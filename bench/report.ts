import os from 'node:os'
import { writePart as writeTo } from '#scripts/test/figures.ts'

/** The document of each part. */
const FILES = {
  targets: 'docs/performance.md',
  cached: 'docs/performance.md',
  many: 'docs/performance.md',
  rendered: 'docs/performance.md',
  sizes: 'docs/performance.md',
  calls: 'docs/performance.md',
  fronts: 'docs/performance.md',
  observed: 'docs/performance.md',
  catalogue: 'docs/performance.md',
  compared: 'docs/performance.md',
  prices: 'docs/security.md',
}

export type ReportPart = keyof typeof FILES

/** Replaces a part of the report of an earlier run. */
export const writePart = (part: ReportPart, text: string): Promise<void> =>
  writeTo(FILES[part], part, text)

/** Date, processor and Node version of a measurement. */
export function circumstances(): string {
  const day = new Date().toISOString().slice(0, 10)
  return `${day}: ${os.cpus().length} × ${os.cpus()[0]?.model.trim()}, Node ${process.version}`
}

/** The value below which a share of the sorted values lies. */
export function percentile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}
