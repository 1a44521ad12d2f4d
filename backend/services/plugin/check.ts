import type { Warning } from '#lib/contract/envelope.ts'
import { parseVersion } from '#lib/contract/version/parse-version.ts'
import type { GithubCheck } from '#lib/contract/publish.ts'
import { ACCEPTED_VERSIONS } from '#lib/contract/version/version-schema.ts'
import { type GitHub, createGitHubClient } from './github.ts'
import { TAGLINE_MAX } from '#lib/contract/limits.ts'
import { folderOf } from '#lib/contract/file/readme.ts'
import { cleanLine, lengthOf } from '#lib/contract/text.ts'
import { openingOf } from '#lib/text/opening.ts'
import type { PluginManifest } from './manifest.ts'
import { openingOfReadme } from './readme.ts'
import { type GitHubRelease, latestRelease, warnZerosOfRepository } from './releases.ts'
import { findRepository, repositoryError, type GitHubRepository } from './repository.ts'
import { proposingReadme, readReadmes, type ReadmeFile, type Readmes } from './readmes.ts'
import { findManifest, readKeystripFile, readRoot } from './sources.ts'

/** The result of checking a repository. */
export type CheckedPlugin = {
  repository: GitHubRepository
  /** The plugin's id in its manifest. */
  manifestId: string
  /** Content of the file `.keystrip`. */
  keystrip: string | null
  /** The release at GitHub; null without one. */
  found: GitHubRelease | null
  /** The keys that it brings. */
  keys: PluginManifest['keys']
  /** Versions that may be published; the first one is proposed. */
  versions: string[]
  /** Those of the release, else of the default branch; null without a commit. */
  readmes: Readmes | null
  facts: GithubCheck
}

type Input = {
  owner?: string | undefined
  repository_url: string
  /** The release to read; the latest one by default. */
  tag?: string | null
}

/**
 * Reads a plugin from its repository: manifest and `.keystrip` of the default branch, the licence, the latest release, and the READMEs
 * at its commit.
 * @throws DomainError if the repository has no valid plugin; as `fetchGitHub`.
 */
export async function checkPlugin(
  github: GitHub,
  { owner, repository_url, tag = null }: Input,
  now: Date,
): Promise<CheckedPlugin> {
  const client = createGitHubClient(github, now)
  const repository = await findRepository(client, repository_url, owner)
  const root = await readRoot(client, repository)
  const manifest = await findManifest(client, repository, root)
  const [published, keystrip] = await Promise.all([
    latestRelease(client, repository, tag),
    readKeystripFile(client, repository, root),
  ])
  const readmes = await readReadmes(client, repository, published.release?.tag ?? null)
  const { versions, warnings } = selectVersions(manifest.version, published)
  const [version = ''] = versions
  const manifestSystems = [...new Set(manifest.systems.map(({ os }) => os))].slice(0, 5)
  const proposing = readmes && proposingReadme(readmes)
  const openingOfFile = ({ path, text }: ReadmeFile) =>
    openingOfReadme(text, {
      repository: repository.url,
      commit: readmes?.commit ?? '',
      folder: folderOf(path),
    })
  return {
    repository,
    manifestId: manifest.id,
    keystrip,
    found: published.found,
    keys: manifest.keys,
    versions,
    readmes,
    facts: {
      title: manifest.title,
      tagline: taglineOf(manifest.description),
      description: (proposing && openingOfFile(proposing)) || manifest.description,
      author: manifest.author,
      version,
      versions,
      operating_systems: published.systems ?? manifestSystems,
      system_minimums: manifest.systems.slice(0, 10),
      minimum_version: manifest.minimumVersion,
      license: repository.license ?? manifest.license ?? null,
      repository_url: repository.url,
      owner: repository.owner,
      release: published.release,
      manifest: manifest.facts,
      translations: (readmes?.files ?? []).flatMap((file) => {
        const { language } = file
        const translation = language === null ? '' : openingOfFile(file)
        return language === null || translation === ''
          ? []
          : [{ language, description: translation }]
      }),
      warnings: [
        ...repository.warnings,
        ...published.warnings,
        ...[manifest.version, ...manifest.writtenMinimums.map(([, text]) => text)].flatMap(
          warnZerosOfRepository,
        ),
        ...warnings,
      ],
    },
  }
}

/** The first sentence of a manifest's description, if it is short enough for a tagline; else none. */
function taglineOf(description: string): string {
  const sentence = cleanLine(openingOf(description, description.length))
  return lengthOf(sentence) <= TAGLINE_MAX ? sentence : ''
}

/**
 * The version of the release comes first, since the release is what users download; the manifest on
 * the branch may be ahead or behind.
 */
function selectVersions(
  manifestVersion: string | null,
  { version, release }: { version: string | null; release: { tag: string } | null },
): { versions: string[]; warnings: Warning[] } {
  const parsed = manifestVersion === null ? null : parseVersion(manifestVersion)
  const own = parsed && 'version' in parsed ? parsed.version : null
  if (version === null && own === null) {
    if (manifestVersion === null || parsed === null || 'version' in parsed) {
      throw repositoryError('no_version', 'Neither the manifest nor a release has a version.')
    }
    const message = `Version ${manifestVersion} cannot be published; accepted are ${ACCEPTED_VERSIONS}.`
    throw repositoryError(parsed.error, message, { version: manifestVersion })
  }
  const versions = [...new Set([version, own].filter((candidate) => candidate !== null))]
  if (version === null || manifestVersion === null || version === own)
    return { versions, warnings: [] }
  const details = { version: manifestVersion, tag: release?.tag ?? version }
  return { versions, warnings: [{ reason: 'release_differs', details }] }
}
