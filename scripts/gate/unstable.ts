import { readFile } from 'node:fs/promises'
import { readRows } from '#scripts/test/figures.ts'

const DOCUMENT = 'docs/unstable-tests.md'
/** How long an unstable test may stay without a fix. */
const GRACE_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Unstable tests whose fix is overdue.
 * @param text the document
 * @param now ms since 1970
 * @throws Error where a row has no date
 */
export function overdueOf(text: string, now: number): string[] {
  return readRows(text)
    .filter(([date]) => date !== 'Date')
    .flatMap(([date = '', test = '', , fix = '']) => {
      if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw new Error(`${DOCUMENT}: “${date}” is not a date.`)
      return fix === '' && now - Date.parse(date) > GRACE_MS ? [`${date} ${test}`] : []
    })
}

/** As `overdueOf`, of the document of this repository. */
export const readOverdue = async (now: number): Promise<string[]> =>
  overdueOf(await readFile(DOCUMENT, 'utf8'), now)
