import { z } from 'zod'
import type { OperatingSystem } from '#lib/contract/kind.ts'
import {
  type JudgedFile,
  judgePackages,
  NO_PLATFORM,
  productOf,
} from '#lib/contract/file/package-systems.ts'
import { systemOf } from '#lib/contract/file/plugin-package.ts'
import { type Release, releaseSchema } from '#lib/contract/project.ts'
import type { Warning } from '#lib/contract/envelope.ts'
import { NOTES_MAX } from '#lib/contract/limits.ts'
import { cleanLine, cleanText, firstOf, withPlainLineEnds } from '#lib/contract/text.ts'
import { toVersion, withoutZeros } from '#lib/contract/version/parse-version.ts'
import { compareVersions, isPrerelease } from '#lib/contract/version/version.ts'
import { type GitHubClient, parseResponse, fetchText } from './github.ts'
import type { GitHubRepository } from './repository.ts'

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
  repository: GitHubRepository,
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
  repository: GitHubRepository,
  wanted: string | null,
): Promise<Published> {
  const found = await readRelease(client, repository, wanted)
  if (found === null) return findNewestTag(client, repository)
  const { tag_name: tag } = found
  const packages = findPackages(namesOf(found), repository.name)
  const release = toRelease(tag, packages)
  return {
    release,
    found,
    version: toVersion(tag),
    systems: packages?.systems ?? null,
    warnings: [
      ...getTagWarnings(tag),
      ...(packages ? getUndecided(packages) : [{ reason: 'no_package', details: { tag } }]),
    ],
  }
}

/** A hundred tags of a repository. */
async function readTags(client: GitHubClient, repository: GitHubRepository) {
  const text = await fetchText(client, repository, '/tags?per_page=100')
  return text === null ? [] : parseResponse(text, tagsSchema)
}

/** The versions that a repository has tags of. @throws as `fetchGitHub`. */
export async function readTagVersions(
  client: GitHubClient,
  repository: GitHubRepository,
): Promise<string[]> {
  const tags = await readTags(client, repository)
  return tags.map(({ name }) => toVersion(name)).filter((version) => version !== null)
}

async function findNewestTag(
  client: GitHubClient,
  repository: GitHubRepository,
): Promise<Published> {
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
      ...warnZerosOfRepository(newest?.name ?? null),
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
  repository: GitHubRepository,
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
  if (toVersion(tag) !== null) return warnZerosOfRepository(tag)
  return [{ reason: 'tag_unread', details: { tag: tag.slice(0, 100) } }]
}

/** A warning about a repository if zeros in front of the numbers of its version, or of a tag, were left out. */
export function warnZerosOfRepository(version: string | null): Warning[] {
  const read = version === null ? null : withoutZeros(version)
  return version === null || read === null
    ? []
    : [{ reason: 'zeros_left_out', details: { version, read } }]
}

/** `null` for a tag that the contract does not allow. */
function toRelease(tag: string, packages: Packages | null): Release | null {
  const name = packages?.file ?? null
  const file = releaseSchema.shape.file_name.safeParse(name).data ?? null
  const files = packages?.files ?? []
  return releaseSchema.safeParse({ tag, file_name: file, files }).data ?? null
}

/** The names of the files of a release. */
const namesOf = ({ assets }: GitHubRelease): string[] => assets.map(({ name }) => name)

/** The release that a project has, with its files as they are now; `null` for another one. */
export function releaseAgain(
  { release, repositoryUrl }: { release: Release | null; repositoryUrl: string | null },
  found: GitHubRelease | null,
): Release | null {
  if (!found || !release || found.tag_name !== release.tag) return null
  return toRelease(release.tag, findPackages(namesOf(found), productOf(repositoryUrl)))
}

type Packages = {
  files: JudgedFile[]
  /** The file to install: the one for all systems, or the only one. */
  file: string | null
  /** Systems with a package; `null`: all systems of the manifest. */
  systems: OperatingSystem[] | null
  undecided: string[]
}

/** Finds packages by the names of a release's files; `null` if there is none. */
export function findPackages(names: string[], product: string): Packages | null {
  const files = judgePackages(names, { product })
  const [first] = files
  if (!first) return null
  const undecided = files.flatMap(({ name, platform }) => (platform === null ? [name] : []))
  const platforms = files.flatMap(({ platform }) =>
    platform === null || platform === NO_PLATFORM ? [] : [platform],
  )
  const isForAll = undecided.length > 0 || platforms.includes('universal')
  const universal = files.find(({ platform }) => platform === 'universal')
  return {
    files,
    file: (universal ?? (files.length === 1 ? first : null))?.name ?? null,
    systems: isForAll ? null : [...new Set(platforms.map((one) => systemOf(one).system))],
    undecided,
  }
}

/** Names that a warning has; their number is part of it. */
const NAMED_MAX = 3

function getUndecided({ undecided }: Packages): Warning[] {
  if (undecided.length === 0) return []
  const name = undecided.slice(0, NAMED_MAX).join(', ')
  return [{ reason: 'systems_undecided', details: { name, count: undecided.length } }]
}
