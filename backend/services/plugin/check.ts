import type { GithubCheck, Warning } from '#lib/contract/publish.ts'
import { type GitHub, startAsking } from './github.ts'
import { descriptionOf } from './readme.ts'
import { latestRelease } from './releases.ts'
import { findRepository, no, type Repository } from './repository.ts'
import { findManifest, readProof, readReadme, readRoot } from './sources.ts'
import { readVersion } from './version.ts'

/** What a look at a repository finds. */
export type Found = {
  repository: Repository
  /** The plugin's own id, as its manifest says. */
  manifestId: string
  /** What the file `.keystrip` says. */
  keystrip: string | null
  /** Which versions a publication may carry; the first is what is offered. */
  versions: string[]
  facts: GithubCheck
}

type Asked = { owner?: string | undefined; repository_url: string }

/**
 * What a plugin's repository says of it: manifest, README and `.keystrip` of the default branch, the
 * licence, the latest release.
 * @throws HttpError 404, 400 with the reason why it is no plugin; 429, 503 where GitHub cannot say.
 */
export async function checkPlugin(
  github: GitHub,
  { owner, repository_url }: Asked,
  now: Date,
): Promise<Found> {
  const asking = startAsking(github, now)
  const repository = await findRepository(asking, repository_url, owner)
  const root = await readRoot(asking, repository)
  const manifest = await findManifest(asking, repository, root)
  const [published, readme, keystrip] = await Promise.all([
    latestRelease(asking, repository),
    readReadme(asking, repository, root),
    readProof(asking, repository, root),
  ])
  const { versions, warnings } = versionsOf(manifest.version, published)
  const [version = ''] = versions
  const named = [...new Set(manifest.systems.map(({ os }) => os))].slice(0, 5)
  const description = descriptionOf(readme, repository)
  return {
    repository,
    manifestId: manifest.id,
    keystrip,
    versions,
    facts: {
      title: manifest.title,
      description: description || manifest.description,
      author: manifest.author,
      version,
      versions,
      operating_systems: published.systems ?? named,
      system_minimums: manifest.systems.slice(0, 10),
      minimum_version: manifest.minimumVersion,
      license: repository.license,
      repository_url: repository.url,
      owner: repository.owner,
      release: published.release,
      warnings: [...repository.warnings, ...published.warnings, ...warnings],
    },
  }
}

/**
 * The version of the release comes first, since that is what people download; the manifest on the
 * branch may be ahead of it, or behind.
 */
function versionsOf(
  said: string | null,
  { version, release }: { version: string | null; release: { tag: string } | null },
): { versions: string[]; warnings: Warning[] } {
  const read = said === null ? null : readVersion(said)
  const own = read && 'version' in read ? read.version : null
  if (version === null && own === null) {
    if (said === null || read === null || 'version' in read) {
      throw no(400, 'Neither manifest nor release says a version.', 'no_version')
    }
    throw no(400, `The version ${said} cannot be published.`, read.refused, { version: said })
  }
  const versions = [...new Set([version, own].filter((one) => one !== null))]
  if (version === null || said === null || version === own) return { versions, warnings: [] }
  const details = { version: said, tag: release?.tag ?? version }
  return { versions, warnings: [{ reason: 'release_differs', details }] }
}
