import { LOCALES, type Locale } from '#lib/contract/locale.ts'

/** Whether all inputs are tested, of which `npm test` has a fixed sample: by `npm run test:long`. */
export const isWhole = process.env['WHOLE_SAMPLES'] === '1'

/** A language per script; of those in Latin script the one with the longest words. */
const SAMPLED: readonly Locale[] = ['de', 'zh-cn', 'ja']
export const sampledLocales = isWhole ? LOCALES : SAMPLED

/** Without and with the prefix of a language in the address. */
const PREFIXED: readonly Locale[] = ['en', 'ja']
export const sampledPrefixes = isWhole ? LOCALES : PREFIXED

/** Rows of a table of tests, by their names; `npm test` leaves out those that take long. */
export const sampledRows = <Row extends readonly [string, ...unknown[]]>(
  rows: Row[],
  long: RegExp,
) => rows.filter(([name]) => isWhole || !long.test(name))
