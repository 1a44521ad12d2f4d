import { z } from 'zod'
import type { githubCheckQuerySchema, githubCheckSchema } from '#lib/contract/publish.ts'
import type { Release } from '#lib/contract/project.ts'
import type { Reason } from '#lib/contract/envelope.ts'
import { BadRequest, HttpError } from '#backend/http/errors.ts'
import { askGitHub, type Asking, type GitHub, parseAnswer, startAsking } from './github.ts'
import { type PluginManifest, readPluginManifest } from './manifest.ts'

type Repository = { owner: string; name: string }

/** https://docs.github.com/en/rest/repos/repos#get-a-repository */
const repositorySchema = z.object({
  default_branch: z.string().min(1).max(255),
  license: z.object({ spdx_id: z.string().max(60).nullable() }).nullish(),
})
/** https://docs.github.com/en/rest/repos/contents#get-repository-content, of a folder */
const folderSchema = z.array(z.object({ name: z.string(), type: z.string() }))
/** https://docs.github.com/en/rest/releases/releases#get-the-latest-release */
const releaseSchema = z.object({
  tag_name: z.string().max(100),
  assets: z.array(z.object({ name: z.string().max(200) })).default([]),
})

/**
 * What a plugin's repository says of it: the manifest of the first generation (`*.plugin/manifest.json`)
 * or of the second (`manifest.json`) at the root of the default branch, the licence, the latest release.
 * @throws HttpError 404 (`no_repository`), 400 (`no_manifest`, `several_manifests`, `bad_field`,
 * `release_differs`) with the reason why it is no plugin; 429, 503 where GitHub cannot say.
 */
export async function checkPlugin(
  github: GitHub,
  { owner, repository_url }: z.infer<typeof githubCheckQuerySchema>,
): Promise<z.infer<typeof githubCheckSchema>> {
  const [, urlOwner = '', name = ''] = new URL(repository_url).pathname.split('/')
  if (urlOwner.toLowerCase() !== owner.toLowerCase()) {
    throw new BadRequest('owner: not the owner of the repository')
  }
  const repository = { owner: urlOwner, name: name.replace(/\.git$/, '') }
  const asking = startAsking(github)
  const about = await askGitHub(asking, repository, '')
  if (about === null) throw no(404, 'There is no such public repository.', 'no_repository')
  const { default_branch: branch, license } = parseAnswer(about, repositorySchema)
  const manifest = await findManifest(asking, repository, branch)
  const release = await latestRelease(asking, repository)
  if (release && release.tag.replace(/^v/i, '') !== manifest.version) {
    throw no(
      400,
      `The release ${release.tag} and the manifest's version ${manifest.version} differ.`,
      'release_differs',
    )
  }
  const spdx = license?.spdx_id
  return {
    title: manifest.title,
    description: manifest.description,
    author: manifest.author,
    version: manifest.version,
    operating_systems: [...new Set(manifest.systems.map(({ os }) => os))].slice(0, 5),
    system_minimums: manifest.systems.slice(0, 10),
    minimum_version: manifest.minimumVersion,
    license: spdx && spdx !== 'NOASSERTION' ? spdx : null,
    repository_url: `https://github.com/${repository.owner}/${repository.name}`,
    release,
  }
}

async function findManifest(
  asking: Asking,
  repository: Repository,
  branch: string,
): Promise<PluginManifest> {
  const ref = `?ref=${encodeURIComponent(branch)}`
  const listed = await askGitHub(asking, repository, `/contents/${ref}`)
  const root = listed === null ? [] : parseAnswer(listed, folderSchema)
  const candidates = [
    ...root
      .filter(({ name, type }) => type === 'dir' && name.endsWith('.plugin'))
      .map(({ name }) => ({
        generation: 'first' as const,
        folder: `${encodeURIComponent(name)}/`,
      })),
    ...root
      .filter(({ name, type }) => type === 'file' && name === 'manifest.json')
      .map(() => ({ generation: 'second' as const, folder: '' })),
  ].slice(0, 5)
  const found: { generation: 'first' | 'second'; text: string }[] = []
  for (const { generation, folder } of candidates) {
    const path = `/contents/${folder}manifest.json${ref}`
    const text = await askGitHub(asking, repository, path, { isRaw: true })
    if (text !== null) found.push({ generation, text })
  }
  const [first] = found
  if (!first) throw no(400, 'There is no manifest of a plugin at its root.', 'no_manifest')
  if (found.length > 1) throw no(400, 'There are several manifests.', 'several_manifests')
  const read = readPluginManifest(first.text, first.generation)
  if ('manifest' in read) return read.manifest
  throw no(400, `The manifest's field ${read.field} is not valid.`, 'bad_field')
}

/** The latest release, with the file to install, if it has one that its name allows. */
async function latestRelease(asking: Asking, repository: Repository): Promise<Release | null> {
  const text = await askGitHub(asking, repository, '/releases/latest')
  if (text === null) return null
  const { tag_name: tag, assets } = parseAnswer(text, releaseSchema)
  const names = assets.map(({ name }) => name).filter((name) => /^[\w.+ -]{1,200}$/.test(name))
  const file = names.find((name) => /\.(?:flexplugin|plugin)$/i.test(name)) ?? names[0]
  return { tag, file_name: file ?? null }
}

const no = (status: 400 | 404, message: string, reason: Reason) =>
  new HttpError(status, message, reason)
