import type { SiteRelease } from './releases.ts'

/** Releases that run on the database of the next one, for tests and going back. */
export const releasesBeside = (releases: readonly SiteRelease[]) => releases.slice(-2)

/** What docs/upgrading.md says that a release before does not keep: `0.1.0 colour_variants`, by release and table. */
export const readExceptions = (text: string): string[] =>
  [...text.matchAll(/^\| (\d+\.\d+\.\d+) +\| `(\w+)` +\|/gm)].map(
    ([, release, table]) => `${release} ${table}`,
  )

/** @throws Error with one sentence if docs/upgrading.md has an exception of a release that no longer runs on this database. */
export function checkExceptions(text: string, releases: readonly SiteRelease[]): void {
  const beside = releasesBeside(releases).map(({ version }) => version)
  const over = readExceptions(text).find(
    (one) => !beside.some((version) => one.startsWith(`${version} `)),
  )
  if (over !== undefined)
    throw new Error(
      `docs/upgrading.md has what a former release does not keep: ${over}; remove it.`,
    )
}
