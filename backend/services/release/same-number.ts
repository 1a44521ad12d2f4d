import type { projects } from '#backend/db/tables.ts'
import type { CheckedPlugin } from '#backend/services/plugin/check.ts'
import { createGitHubClient, type GitHub } from '#backend/services/plugin/github.ts'
import { readRelease } from '#backend/services/plugin/releases.ts'
import { toVersion } from '#lib/contract/version/parse-version.ts'

type Project = Pick<typeof projects.$inferSelect, 'version' | 'release'>
/** The release of another tag that the current version comes from, and whether that one is newer. */
export type Rival = { tag: string; isNewer: boolean }

/**
 * Finds the release that the current version comes from, if this one has the same number under another tag, such as `v2.1.0` after
 * `v2.01.0`. The one that GitHub published later is the newer one; one that is gone is not.
 * @throws as `fetchGitHub`.
 */
export async function findRival(
  { github }: { github: GitHub },
  { version: current, release }: Project,
  { repository, found }: CheckedPlugin,
  { version, tag, now }: { version: string; tag: string; now: Date },
): Promise<Rival | null> {
  const other = release?.tag ?? tag
  if (other === tag || version !== current || toVersion(other) !== version) return null
  const before = await readRelease(createGitHubClient(github, now), repository, other)
  return { tag: other, isNewer: before !== null && timeOf(before) > timeOf(found) }
}

/** A release without a time is older than any other. */
const timeOf = (found: CheckedPlugin['found']) => Date.parse(found?.published_at ?? '') || 0
