const UNRELEASED = '## Unreleased\n'

/**
 * Makes the entries under “Unreleased” those of a version.
 * @param heading version and date.
 * @throws Error if there are none.
 */
export function releaseEntries(changelog: string, heading: string): string {
  const [head = '', rest = ''] = changelog.split(UNRELEASED)
  const [entries = ''] = rest.split(/^## /m)
  if (!/^- /m.test(entries)) throw new Error('CHANGELOG.md has no entries under “Unreleased”.')
  return `${head}${UNRELEASED}\n## ${heading}\n${rest}`
}
