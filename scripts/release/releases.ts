import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** The list of releases, oldest first. */
export const RELEASES = 'docs/releases.json'

const releaseSchema = z.strictObject({
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  /** The commit of the release. The next one writes this row, since no commit can contain its own hash. */
  commit: z.string().regex(/^[\da-f]{40}$/),
  date: z.iso.date(),
  /** Number of migrations of the database. */
  migrations: z.int().positive(),
})
export type SiteRelease = z.infer<typeof releaseSchema>

export const readReleases = (): SiteRelease[] =>
  z.array(releaseSchema).parse(JSON.parse(readFileSync(RELEASES, 'utf8')))
