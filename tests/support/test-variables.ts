/** Variables of the processes of tests, and of those that they start. */
export const TEST_VARIABLES = {
  /** What Node warns of before a later one refuses it ends the process, such as files that are never closed (DEP0137). */
  NODE_OPTIONS: '--throw-deprecation',
  /** The limits between parts of the site are longer: the tests that are about them set their own (lib/limits/short-limit.ts). */
  WAIT_FACTOR: '4',
}
