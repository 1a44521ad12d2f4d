import { z } from 'zod'
import { HttpError } from '#backend/http/errors.ts'
import { askGitHub, type Asking, parseAnswer, textAt } from './github.ts'
import { isPluginManifest, type PluginManifest, readPluginManifest } from './manifest.ts'
import { no, type Repository } from './repository.ts'

/** https://docs.github.com/en/rest/repos/contents#get-repository-content, of a folder */
const folderSchema = z.array(z.object({ name: z.string(), type: z.string() }))
type Folder = z.infer<typeof folderSchema>
/** A repository may hold folders of other plugins; so many manifests are looked at. */
const MANIFESTS_MAX = 3
const KEYSTRIP_MAX = 8 * 1024

const has = (folder: Folder, name: string) =>
  folder.some((entry) => entry.type === 'file' && entry.name === name)
const ref = ({ branch }: Repository) => `?ref=${encodeURIComponent(branch)}`
const fileAt = (asking: Asking, repository: Repository, path: string) =>
  textAt(asking, repository, `/contents/${path}${ref(repository)}`, { isRaw: true })

/** What is at the root of the default branch. @throws HttpError 400 (`empty_repository`). */
export async function readRoot(asking: Asking, repository: Repository): Promise<Folder> {
  const answered = await askGitHub(asking, repository, `/contents/${ref(repository)}`)
  if ('missing' in answered) throw no(400, 'The repository is empty.', 'empty_repository')
  return parseAnswer(answered.text, folderSchema)
}

/**
 * The manifest of the first generation (`*.plugin/manifest.json`) or of the second (`manifest.json`).
 * @throws HttpError 400 (`no_manifest`, `several_manifests`, `bad_manifest`, `bad_field`).
 */
export async function findManifest(
  asking: Asking,
  repository: Repository,
  root: Folder,
): Promise<PluginManifest> {
  const folders = root.filter(({ name, type }) => type === 'dir' && name.endsWith('.plugin'))
  const candidates = [
    ...folders.map(({ name }) => ({
      generation: 'first' as const,
      path: `${encodeURIComponent(name)}/manifest.json`,
    })),
    ...(has(root, 'manifest.json')
      ? [{ generation: 'second' as const, path: 'manifest.json' }]
      : []),
  ].slice(0, MANIFESTS_MAX)
  const found: { generation: 'first' | 'second'; text: string }[] = []
  for (const { generation, path } of candidates) {
    const text = await fileAt(asking, repository, path)
    if (text === null || (generation === 'second' && !isPluginManifest(text))) continue
    found.push({ generation, text })
  }
  const [first] = found
  if (!first) throw no(400, 'There is no manifest of a plugin at its root.', 'no_manifest')
  if (found.length > 1) throw no(400, 'There are several manifests.', 'several_manifests')
  const read = readPluginManifest(first.text, first.generation)
  if ('isNoJson' in read) throw no(400, 'The manifest is not JSON.', 'bad_manifest')
  if ('field' in read) {
    const { field } = read
    throw no(400, `The manifest's field ${field} is not valid.`, 'bad_field', { field })
  }
  const { manifest } = read
  const isUnversioned = manifest.version === null && has(root, 'package.json')
  return isUnversioned
    ? { ...manifest, version: await packageVersion(asking, repository) }
    : manifest
}

/** https://docs.npmjs.com/cli/configuring-npm/package-json#version */
async function packageVersion(asking: Asking, repository: Repository): Promise<string | null> {
  const text = await fileAt(asking, repository, 'package.json')
  try {
    return z.object({ version: z.string().max(100) }).parse(JSON.parse(text ?? '')).version
  } catch {
    return null
  }
}

/** A README for the page: of `.marketplace` where there is one, else the repository's own. */
export async function readReadme(
  asking: Asking,
  repository: Repository,
  root: Folder,
): Promise<string> {
  const isForMarket = root.some(({ name, type }) => type === 'dir' && name === '.marketplace')
  try {
    const own = isForMarket ? await fileAt(asking, repository, '.marketplace/README.md') : null
    return (
      own ?? (await textAt(asking, repository, `/readme${ref(repository)}`, { isRaw: true })) ?? ''
    )
  } catch (error) {
    // It is only where the description starts; one of 300 kB is no reason against a plugin.
    if (error instanceof HttpError && error.reason === 'github_too_large') return ''
    throw error
  }
}

/** The file that names the accounts which may publish; `null` without it. */
export async function readProof(
  asking: Asking,
  repository: Repository,
  root: Folder,
): Promise<string | null> {
  if (!has(root, '.keystrip')) return null
  const text = await fileAt(asking, repository, '.keystrip')
  return text === null || text.length > KEYSTRIP_MAX ? null : text
}
