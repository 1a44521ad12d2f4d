import { z } from 'zod'
import type { OperatingSystem } from '#lib/contract/kind.ts'
import { type Release, releaseSchema } from '#lib/contract/project.ts'
import type { Warning } from '#lib/contract/envelope.ts'
import { NOTES_MAX } from '#lib/contract/limits.ts'
import { cleanLine, cleanText, firstOf, withPlainLineEnds } from '#lib/contract/text.ts'
import { parseVersion, toVersion } from '#lib/contract/version/parse-version.ts'
import { compareVersions, isPrerelease } from '#lib/contract/version/version.ts'
import { type GitHubClient, parseResponse, fetchText } from './github.ts'
import type { Repository } from './repository.ts'

/** Text that the database can store, whatever GitHub answers. */
const line = (maximum: number) => z.string().max(maximum).overwrite(cleanLine)
/** https://docs.github.com/en/rest/releases/releases#get-the-latest-release */
const latestReleaseSchema = z.object({
  tag_name: line(200),
  draft: z.boolean().default(false),
  prerelease: z.boolean().default(false),
  /** ISO 8601. */
  published_at: z.string().max(60).nullish(),
  /** Text of the release. */
  body: z.string().nullish(),
  assets: z
    .array(
      z.object({
        id: z.number().int().optional(),
        name: line(300),
        size: z.number().int().nonnegative().optional(),
        updated_at: z.string().max(60).nullish(),
        /** `sha256:…`, of assets since 2025. */
        digest: z.string().max(200).nullish(),
      }),
    )
    .default([]),
})
export type GitHubRelease = z.infer<typeof latestReleaseSchema>
/** https://docs.github.com/en/rest/repos/repos#list-repository-tags */
const tagsSchema = z.array(
  z.object({
    name: z.string().max(300),
    commit: z.object({ sha: z.string().max(100) }).optional(),
  }),
)
/** https://docs.github.com/en/rest/commits/commits#get-a-commit */
const commitSchema = z.object({
  commit: z.object({ committer: z.object({ date: z.string().max(60) }).nullish() }),
})
/** Tags of one number whose times are asked for. */
const SAME_NUMBER_MAX = 5

export type Published = {
  release: Release | null
  /** The release at GitHub. */
  found: GitHubRelease | null
  /** Version of the tag. */
  version: string | null
  /** Systems with a package in the release; `null`: not specified. */
  systems: OperatingSystem[] | null
  warnings: Warning[]
}

/** The text of a release, as notes of its version. */
export const notesOf = (found: Pick<GitHubRelease, 'body'> | null): string =>
  firstOf(withPlainLineEnds(cleanText(found?.body ?? '')).trim(), NOTES_MAX)

/**
 * The release of a tag, or the latest one; `null` if there is none.
 * @throws as `fetchGitHub`.
 */
export async function readRelease(
  client: GitHubClient,
  repository: Repository,
  tag: string | null,
): Promise<GitHubRelease | null> {
  const place = tag === null ? 'latest' : `tags/${encodeURIComponent(tag)}`
  const text = await fetchText(client, repository, `/releases/${place}`)
  return text === null ? null : parseResponse(text, latestReleaseSchema)
}

/**
 * The release of a tag, or the latest one; without releases the tag with the highest version, installed from its archive. A pre-release is
 * taken if there is nothing else.
 */
export async function latestRelease(
  client: GitHubClient,
  repository: Repository,
  wanted: string | null,
): Promise<Published> {
  const found = await readRelease(client, repository, wanted)
  if (found === null) return findNewestTag(client, repository)
  const { tag_name: tag, assets } = found
  const packages = findPackages(assets.map(({ name }) => name))
  const release = toRelease(tag, packages?.file ?? null)
  return {
    release,
    found,
    version: toVersion(tag),
    systems: packages?.systems ?? null,
    warnings: [
      ...getTagWarnings(tag),
      ...(packages ? [] : [{ reason: 'no_package', details: { tag } }]),
    ],
  }
}

/** A hundred tags of a repository. */
async function readTags(client: GitHubClient, repository: Repository) {
  const text = await fetchText(client, repository, '/tags?per_page=100')
  return text === null ? [] : parseResponse(text, tagsSchema)
}

/** The versions that a repository has tags of. @throws as `fetchGitHub`. */
export async function readTagVersions(
  client: GitHubClient,
  repository: Repository,
): Promise<string[]> {
  const tags = await readTags(client, repository)
  return tags.map(({ name }) => toVersion(name)).filter((version) => version !== null)
}

async function findNewestTag(client: GitHubClient, repository: Repository): Promise<Published> {
  const versioned = (await readTags(client, repository))
    .flatMap(({ name, commit }) => {
      const version = toVersion(name)
      const sha = commit?.sha ?? ''
      return version !== null && toRelease(name, null) ? [{ name, version, sha }] : []
    })
    .toSorted((a, b) => compareVersions(b.version, a.version))
  const highest = versioned.find(({ version }) => !isPrerelease(version)) ?? versioned[0]
  const same = versioned.filter(({ version }) => version === highest?.version)
  const [newest, older] = await newestFirst(client, repository, same)
  return {
    release: newest ? toRelease(newest.name, null) : null,
    found: null,
    version: newest?.version ?? null,
    systems: null,
    warnings: [
      newest
        ? { reason: 'only_tag', details: { tag: newest.name } }
        : { reason: 'no_release', details: {} },
      ...warnZeros(newest?.name ?? null),
      ...(newest && older
        ? [
            {
              reason: 'same_number',
              details: { version: newest.version, tag: newest.name, other: older.name },
            },
          ]
        : []),
    ],
  }
}

/** Tags of one number by the times of their commits, at most `SAME_NUMBER_MAX`. */
async function newestFirst<Tag extends { sha: string }>(
  client: GitHubClient,
  repository: Repository,
  tags: Tag[],
): Promise<Tag[]> {
  if (tags.length < 2) return tags
  const timed = await Promise.all(
    tags.slice(0, SAME_NUMBER_MAX).map(async (tag) => {
      const text = await fetchText(client, repository, `/commits/${encodeURIComponent(tag.sha)}`)
      const date = text === null ? '' : parseResponse(text, commitSchema).commit.committer?.date
      return { tag, time: Date.parse(date ?? '') || 0 }
    }),
  )
  return timed.toSorted((a, b) => b.time - a.time).map(({ tag }) => tag)
}

function getTagWarnings(tag: string): Warning[] {
  if (toVersion(tag) !== null) return warnZeros(tag)
  return [{ reason: 'tag_unread', details: { tag: tag.slice(0, 100) } }]
}

/** A warning if zeros in front of the numbers of a version, or of a tag, were left out. */
export function warnZeros(text: string | null): Warning[] {
  if (text === null) return []
  const parsed = parseVersion(text)
  if ('error' in parsed || !parsed.leftOut) return []
  return [{ reason: 'zeros_left_out', details: { version: text, read: parsed.version } }]
}

/** `null` for a tag that the contract does not allow. */
const toRelease = (tag: string, file: string | null): Release | null =>
  releaseSchema.safeParse({ tag, file_name: file }).data ?? null

/** `name.flexplugin`, `name.win32.flexplugin`, `name.darwin.arm64.flexplugin` */
const PACKAGE =
  /^[\w.+ -]{1,150}?(?:[._-](win32|darwin|linux))?(?:[._-](?:x64|ia32|arm64|universal))?\.(?:flexplugin|plugin)$/i
/** File names that the contract allows. */
const NAME = /^[\w.+ -]{1,200}$/
const SYSTEM_OF = { win32: 'windows', darwin: 'macos', linux: 'linux' } as const

type Packages = {
  /** The file to install: the one for all systems, else the first. */
  file: string | null
  /** Systems with a package; `null`: all systems of the manifest. */
  systems: OperatingSystem[] | null
}

/** Finds packages by the names of a release's files; `null` if there is none. */
export function findPackages(names: string[]): Packages | null {
  const packages = names.flatMap((name) => {
    const match = NAME.test(name) ? PACKAGE.exec(name) : null
    return match ? [{ name, system: toSystem(match[1]) }] : []
  })
  const [first] = packages
  if (!first) return null
  const universal = packages.find(({ system }) => system === null)
  if (universal) return { file: universal.name, systems: null }
  const systems = packages.flatMap(({ system }) => (system === null ? [] : [system]))
  return { file: first.name, systems: [...new Set(systems)] }
}

function toSystem(platform: string | undefined) {
  const key = platform?.toLowerCase()
  return key === 'win32' || key === 'darwin' || key === 'linux' ? SYSTEM_OF[key] : null
}
