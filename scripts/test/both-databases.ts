/* Which tests run on PGlite, too, where the others run on PostgreSQL. */

/** Tests of statements, locks and sorting, whose results may differ between PostgreSQL and PGlite: part of `npm test`. */
export const ON_BOTH_DATABASES: readonly string[] = [
  ...['both-names', 'enter', 'session.test'].map((name) => `accounts/${name}`),
  ...['publish.test', 'quota', 'status', 'versions.test'].map((name) => `publish/${name}`),
  ...['counts', 'expansion', 'former-form', 'icons', 'ranking', 'related', 'search.test'].map(
    (name) => `search/${name}`,
  ),
  'addresses',
  'categories',
  'idempotency',
  'jobs.test',
  'list',
  'needs',
  'operator-races',
  'statistics',
  'sweep',
  'transfer/target',
].map(inBackend)

/**
 * Of the same sort, with statements that resemble those above. None is about what is the same on both, since it is no statement:
 * refusals, times, answers of GitHub, kills of a process.
 */
export const LONG_ON_BOTH_DATABASES: readonly string[] = [
  ...['change', 'lockout', 'sessions'].map((name) => `accounts/${name}`),
  ...[
    'archives.test',
    'plugin-displaced',
    'plugin-owners',
    'plugin-takeover',
    'publishing-job',
    'releases.test',
    'token-files',
    'versions-channels',
    'versions-discarded',
    'versions-scheduled',
  ].map((name) => `publish/${name}`),
  // With the large catalogues that the others of the folder have no need of.
  'search',
  'big-pack',
  'clear-demo',
  'clock-jumps',
  'drawings-turns',
  'examine',
  'jobs',
  'operator.test',
  'operator-hidden',
  'recolour.test',
  'transfer/migrate',
].map(inBackend)

function inBackend(name: string) {
  return `tests/integration/backend/${name}`
}
