import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { entriesOf } from './repository-tree.ts'
import { onLoopback } from './on-loopback.ts'

const fixture = (name: string) =>
  readFileSync(path.join(import.meta.dirname, '../fixtures/github', name), 'utf8')
export const FIRST_GENERATION = fixture('first-generation.json')
export const SECOND_GENERATION = fixture('second-generation.json')

export type StubRelease = {
  tag: string
  assets: Record<string, Uint8Array>
  body?: string
  draft?: boolean
  prerelease?: boolean
  publishedAt?: string
}

export type StubRepository = {
  /** Entries of the root folder; names of folders end with `/`. */
  root: string[]
  /** File contents by path. */
  files: Record<string, string>
  /** Files that are no text, by path. */
  binaries?: Record<string, Uint8Array>
  release?: { tag: string; assets: string[] }
  /** Releases with real assets, newest first; in place of `release`. */
  releases?: StubRelease[]
  /** Tags other than that of the release. */
  tags?: string[]
  /** When the commits of tags were made, in ISO 8601. */
  tagDates?: Record<string, string>
  license?: string
  branch?: string
  /** GitHub's numeric ids of the repository and its owner. */
  id?: number
  ownerId?: number
  isArchived?: boolean
  isPrivate?: boolean
  /** Requests with an Authorization header have push permission. */
  isPushable?: boolean
}

/** Modelled on the repository that the first-generation manifest was recorded from. */
export const pluginRepository = (said: Partial<StubRepository> = {}): StubRepository => ({
  root: ['.github/', 'com.eniac.example.plugin/', 'src/', 'README.md', 'package.json'],
  files: { 'com.eniac.example.plugin/manifest.json': FIRST_GENERATION },
  release: { tag: 'v1.1.3', assets: ['com.eniac.example.flexplugin'] },
  license: 'MIT',
  ...said,
})

/** The same repository with a file `.keystrip` that names an account. */
export function ownedBy(name: string, repository = pluginRepository()): StubRepository {
  const { root, files } = repository
  const owned = root.includes('.keystrip') ? root : ['.keystrip', ...root]
  return { ...repository, root: owned, files: { ...files, '.keystrip': `${name}\n` } }
}

/** The part of GitHub's REST API that plugins need, over real HTTP, with responses of the same shape. */
export async function startGitHubStub() {
  const repositories = new Map<string, StubRepository & { fullName: string; id: number }>()
  const renamed = new Map<string, string>()
  const asked: string[] = []
  let behave: ((res: ServerResponse, path: string, req: IncomingMessage) => unknown) | null = null
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', 'http://stub.test')
    asked.push(url.pathname)
    // A request that `behave` does not handle gets the normal response.
    if (behave && behave(res, url.pathname, req) !== false) return
    const [, collection, ...named] = url.pathname.split('/').map(decodeURIComponent)
    const isById = collection === 'repositories'
    const [subject = '', ...rest] = isById
      ? named
      : [named.slice(0, 2).join('/'), ...named.slice(2)]
    const moved = renamed.get(subject.toLowerCase())
    if (moved) {
      const id = repositories.get(moved.toLowerCase())?.id
      const tail = [id, ...rest].join('/')
      return void res.writeHead(301, { location: `/repositories/${tail}${url.search}` }).end('{}')
    }
    const repository = isById
      ? [...repositories.values()].find(({ id }) => String(id) === subject)
      : repositories.get(subject.toLowerCase())
    if (!repository) return json(res, 404, { message: 'Not Found', status: '404' })
    const { branch = 'main', license, release, root, files, fullName } = repository
    const [login = '', name = ''] = fullName.split('/')
    const place = rest.join('/')
    if (place === '') {
      return json(res, 200, {
        id: repository.id,
        name,
        full_name: fullName,
        owner: { login, id: repository.ownerId ?? numberOf(login), type: 'User' },
        private: repository.isPrivate ?? false,
        archived: repository.isArchived ?? false,
        size: root.length,
        ...(req.headers.authorization && {
          permissions: { admin: false, push: repository.isPushable ?? false, pull: true },
        }),
        default_branch: branch,
        license: license ? { key: license.toLowerCase(), spdx_id: license } : null,
      })
    }
    if (repository.releases && place.startsWith('releases/')) {
      return sendRelease(res, repository.releases, place.slice('releases/'.length))
    }
    if (place === 'releases/latest') {
      if (!release) return json(res, 404, { message: 'Not Found', status: '404' })
      const assets = release.assets.map((asset) => ({ name: asset, size: 1 }))
      return json(res, 200, { tag_name: release.tag, assets })
    }
    if (place === 'tags') {
      const tags = [...(release ? [release.tag] : []), ...(repository.tags ?? [])]
      return json(
        res,
        200,
        tags.map((tag) => ({ name: tag, commit: { sha: tag } })),
      )
    }
    if (place === 'contents/' || place === 'contents') {
      if (root.length === 0) return json(res, 404, { message: 'This repository is empty.' })
      return json(res, 200, listingOf(root))
    }
    const folder = `${place.replace(/^contents\//, '')}/`
    const inside = entriesOf(files, folder)
    if (place.startsWith('contents/') && inside.length > 0) {
      return json(res, 200, listingOf(inside, folder))
    }
    if (place.startsWith('commits/')) return sendCommit(res, repository, place)
    const ref = url.searchParams.get('ref') ?? ''
    const isKnown = ref === branch || ref === commitOf(repository)
    const file = place === 'readme' ? readmeOf(files) : place.replace(/^contents\//, '')
    const content = repository.binaries?.[file] ?? files[file]
    if (content === undefined || !isKnown) return json(res, 404, { message: 'Not Found' })
    // https://docs.github.com/en/rest/repos/contents#get-a-repository-readme
    if (place === 'readme') {
      const bytes = Buffer.from(content)
      return json(res, 200, {
        path: file,
        size: bytes.length,
        encoding: bytes.length > 1024 * 1024 ? 'none' : 'base64',
        content: bytes.length > 1024 * 1024 ? '' : bytes.toString('base64'),
      })
    }
    res.writeHead(200, { 'content-type': 'application/vnd.github.raw+json' }).end(content)
  })
  return {
    ...(await onLoopback(server)),
    asked,
    add: (fullName: string, repository: StubRepository) => {
      // A new repository under the old name of another one ends the redirect, as on GitHub.
      renamed.delete(fullName.toLowerCase())
      const id = repository.id ?? numberOf(fullName)
      repositories.set(fullName.toLowerCase(), { ...repository, fullName, id })
    },
    /** Renames a repository; the old name redirects to the new one. */
    rename: (from: string, to: string) => {
      const known = repositories.get(from.toLowerCase())
      if (!known) throw new Error(`no repository ${from}`)
      repositories.delete(from.toLowerCase())
      repositories.set(to.toLowerCase(), { ...known, fullName: to })
      renamed.set(from.toLowerCase(), to)
    },
    behave: (behaviour: typeof behave) => {
      behave = behaviour
    },
    /** Answers requests whose path contains `part`; everything else is answered as usual. */
    answer: (part: string, how: (res: ServerResponse) => unknown) => {
      behave = (res, path) => {
        if (!path.includes(part)) return false
        how(res)
        return true
      }
    },
  }
}

/** The hash of the only commit that a repository has: another one with each change of its files. */
export const commitOf = ({
  files,
  binaries,
}: Pick<StubRepository, 'files' | 'binaries'>): string => {
  const hash = createHash('sha1')
  for (const [path, content] of Object.entries({ ...files, ...binaries }))
    hash.update(path).update(content)
  return hash.digest('hex')
}

/** https://docs.github.com/en/rest/commits/commits#get-a-commit, as `application/vnd.github.sha` */
function sendCommit(res: ServerResponse, repository: StubRepository, place: string) {
  const { branch = 'main', release, releases = [], tags = [] } = repository
  const known = [release, ...releases].flatMap((one) => (one ? [one.tag] : []))
  const date = repository.tagDates?.[place.slice('commits/'.length)]
  if (date !== undefined) return json(res, 200, { commit: { committer: { date } } })
  const refs = [`heads/${branch}`, ...[...known, ...tags].map((tag) => `tags/${tag}`)]
  if (!refs.includes(place.slice('commits/'.length))) {
    return json(res, 422, { message: `No commit found for SHA: ${place}`, status: '422' })
  }
  return void res.writeHead(200).end(commitOf(repository))
}

/** GitHub looks for it in these folders, in this order. */
const readmeOf = (files: StubRepository['files']): string =>
  ['.github/README.md', 'README.md', 'docs/README.md'].find((path) => path in files) ??
  Object.keys(files).find((path) => /^readme\b[^/]*$/i.test(path)) ??
  ''

/** https://docs.github.com/en/rest/repos/contents#get-repository-content */
const listingOf = (entries: string[], folder = '') =>
  entries.map((entry) => {
    const name = entry.replace(/\/$/, '')
    return { name, path: folder + name, type: entry.endsWith('/') ? 'dir' : 'file' }
  })

/** https://docs.github.com/en/rest/releases: the latest release, one by its tag, or the bytes of an asset. */
function sendRelease(res: ServerResponse, releases: StubRelease[], place: string) {
  const all = releases.map((release) => ({
    ...release,
    listed: Object.entries(release.assets).map(([name, bytes]) => ({
      bytes,
      id: numberOf(`${release.tag} ${name}`),
      name,
      size: bytes.length,
      updated_at: '2026-06-01T00:00:00Z',
      digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
    })),
  }))
  const [, assetId] = /^assets\/(\d+)$/.exec(place) ?? []
  if (assetId !== undefined) {
    const found = all.flatMap(({ listed }) => listed).find(({ id }) => String(id) === assetId)
    return found ? void res.end(found.bytes) : json(res, 404, { message: 'Not Found' })
  }
  const found = place === 'latest' ? all[0] : all.find(({ tag }) => place === `tags/${tag}`)
  if (!found) return json(res, 404, { message: 'Not Found', status: '404' })
  const { tag, body = '', draft = false, prerelease = false, publishedAt, listed } = found
  const assets = listed.map(({ id, name, size, updated_at, digest }) => ({
    id,
    name,
    size,
    updated_at,
    digest,
  }))
  return json(res, 200, {
    tag_name: tag,
    body,
    draft,
    prerelease,
    ...(publishedAt && { published_at: publishedAt }),
    assets,
  })
}

/** A deterministic id for a name, independent of its case. */
function numberOf(name: string): number {
  let number = 7
  for (const sign of name.toLowerCase()) number = (number * 31 + sign.charCodeAt(0)) % 1e9
  return number + 1
}

function json(res: ServerResponse, status: number, body: unknown) {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** A repository that consists of these files, by path. */
export const repositoryOf = (
  files: Record<string, string>,
  facts: Partial<StubRepository> = {},
): StubRepository => ({ root: entriesOf(files, ''), files, ...facts })
