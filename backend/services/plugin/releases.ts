import { z } from 'zod'
import type { OperatingSystem } from '#lib/contract/kind.ts'
import { type Release, releaseSchema } from '#lib/contract/project.ts'
import type { Warning } from '#lib/contract/publish.ts'
import { isHigher } from '#lib/contract/version.ts'
import { type Asking, parseAnswer, textAt } from './github.ts'
import { readPackages } from './packages.ts'
import type { Repository } from './repository.ts'
import { readVersion, versionIn } from './version.ts'

/** https://docs.github.com/en/rest/releases/releases#get-the-latest-release */
const answerSchema = z.object({
  tag_name: z.string().max(200),
  assets: z.array(z.object({ name: z.string().max(300) })).default([]),
})
/** https://docs.github.com/en/rest/repos/repos#list-repository-tags */
const tagsSchema = z.array(z.object({ name: z.string().max(300) }))

export type Published = {
  release: Release | null
  /** What the tag says, as `x.x.x`. */
  version: string | null
  /** The systems that the release has packages for; `null`: it does not say. */
  systems: OperatingSystem[] | null
  warnings: Warning[]
}

/** The latest release; where nobody made one the tag of the highest version, whose archive stands in. */
export async function latestRelease(asking: Asking, repository: Repository): Promise<Published> {
  const text = await textAt(asking, repository, '/releases/latest')
  if (text === null) return newestTag(asking, repository)
  const { tag_name: tag, assets } = parseAnswer(text, answerSchema)
  const packages = readPackages(assets.map(({ name }) => name))
  const release = releaseOf(tag, packages?.file ?? null)
  return {
    release,
    version: versionIn(tag),
    systems: packages?.systems ?? null,
    warnings: [
      ...warningsOf(tag),
      ...(packages ? [] : [{ reason: 'no_package', details: { tag } }]),
    ],
  }
}

async function newestTag(asking: Asking, repository: Repository): Promise<Published> {
  const text = await textAt(asking, repository, '/tags?per_page=100')
  const names = text === null ? [] : parseAnswer(text, tagsSchema).map(({ name }) => name)
  const versioned = names
    .flatMap((name) => {
      const version = versionIn(name)
      return version !== null && releaseOf(name, null) ? [{ name, version }] : []
    })
    .toSorted(
      (a, b) => Number(isHigher(b.version, a.version)) - Number(isHigher(a.version, b.version)),
    )
  const [newest] = versioned
  return {
    release: newest ? releaseOf(newest.name, null) : null,
    version: newest?.version ?? null,
    systems: null,
    warnings: [
      newest
        ? { reason: 'only_tag', details: { tag: newest.name } }
        : { reason: 'no_release', details: {} },
    ],
  }
}

function warningsOf(tag: string): Warning[] {
  const read = readVersion(tag)
  if ('version' in read) return []
  const reason = read.refused === 'prerelease' ? 'tag_prerelease' : 'tag_unread'
  return [{ reason, details: { tag: tag.slice(0, 100) } }]
}

/** Tags that the contract does not carry lead nowhere. */
const releaseOf = (tag: string, file: string | null): Release | null =>
  releaseSchema.safeParse({ tag, file_name: file }).data ?? null
