import { z } from 'zod'
import { LICENSE_MAX } from '#lib/contract/limits.ts'
import { proposeSpdx } from '#lib/text/spdx.ts'
import { fetchGitHub, type GitHubClient, parseResponse, fetchText } from './github.ts'
import { isPluginManifest, type PluginManifest, parsePluginManifest } from './manifest.ts'
import { repositoryError, type GitHubRepository } from './repository.ts'

/** https://docs.github.com/en/rest/repos/contents#get-repository-content, of a folder */
export const folderSchema = z.array(z.object({ name: z.string(), type: z.string() }))
export type Folder = z.infer<typeof folderSchema>
/** Maximum number of manifests that are read; a repository may contain several plugins. */
const MANIFESTS_MAX = 3
const packageSchema = z.object({
  version: z.string().max(100).nullable().catch(null),
  license: z
    .string()
    .transform(proposeSpdx)
    .pipe(z.string().max(LICENSE_MAX))
    .optional()
    .catch(undefined),
})
const KEYSTRIP_MAX = 8 * 1024

const hasFile = (folder: Folder, name: string) =>
  folder.some((entry) => entry.type === 'file' && entry.name === name)
const refQuery = ({ branch }: GitHubRepository) => `?ref=${encodeURIComponent(branch)}`
const fetchFile = (client: GitHubClient, repository: GitHubRepository, path: string) =>
  fetchText(client, repository, `/contents/${path}${refQuery(repository)}`, 'raw')

/** Lists the root of the default branch. @throws DomainError `empty_repository`. */
export async function readRoot(
  client: GitHubClient,
  repository: GitHubRepository,
): Promise<Folder> {
  const result = await fetchGitHub(client, repository, `/contents/${refQuery(repository)}`)
  if ('missing' in result) throw repositoryError('empty_repository', 'The repository is empty.')
  return parseResponse(result.text, folderSchema)
}

/**
 * The manifest of the first generation (`*.plugin/manifest.json`) or of the second (`manifest.json`).
 * @throws DomainError `no_manifest`, `several_manifests`, `bad_manifest`, `bad_field`.
 */
export async function findManifest(
  client: GitHubClient,
  repository: GitHubRepository,
  root: Folder,
): Promise<PluginManifest> {
  const folders = root.filter(({ name, type }) => type === 'dir' && name.endsWith('.plugin'))
  const candidates = [
    ...folders.map(({ name }) => ({
      generation: 'first' as const,
      path: `${encodeURIComponent(name)}/manifest.json`,
    })),
    ...(hasFile(root, 'manifest.json')
      ? [{ generation: 'second' as const, path: 'manifest.json' }]
      : []),
  ].slice(0, MANIFESTS_MAX)
  const manifests: { generation: 'first' | 'second'; text: string }[] = []
  for (const { generation, path } of candidates) {
    const text = await fetchFile(client, repository, path)
    if (text === null || (generation === 'second' && !isPluginManifest(text))) continue
    manifests.push({ generation, text })
  }
  const [first] = manifests
  if (!first)
    throw repositoryError('no_manifest', 'The repository has no plugin manifest at its root.')
  if (manifests.length > 1)
    throw repositoryError('several_manifests', 'The repository has several plugin manifests.')
  const result = parsePluginManifest(first.text, first.generation)
  if ('isInvalidJson' in result)
    throw repositoryError('bad_manifest', 'The manifest is not valid JSON.')
  if ('field' in result) {
    const { field } = result
    throw repositoryError('bad_field', `The field ${field} of the manifest is invalid.`, { field })
  }
  const { manifest } = result
  const isManifestFirst = first.generation === 'first' && manifest.version !== null
  if (isManifestFirst || !hasFile(root, 'package.json')) return manifest
  const about = await readPackage(client, repository)
  return { ...manifest, version: about?.version ?? manifest.version, license: about?.license }
}

/**
 * https://docs.npmjs.com/cli/configuring-npm/package-json#version: where the second generation has its version. The maker's workflow
 * compares it with the tag; a `version` in the manifest is a leftover that nothing keeps up to date.
 */
async function readPackage(client: GitHubClient, repository: GitHubRepository) {
  const text = await fetchFile(client, repository, 'package.json')
  try {
    return packageSchema.parse(JSON.parse(text ?? ''))
  } catch {
    return null
  }
}

/** The file that names the accounts which may publish, or `null`. */
export async function readKeystripFile(
  client: GitHubClient,
  repository: GitHubRepository,
  root: Folder,
): Promise<string | null> {
  if (!hasFile(root, '.keystrip')) return null
  const text = await fetchFile(client, repository, '.keystrip')
  return text === null || text.length > KEYSTRIP_MAX ? null : text
}
