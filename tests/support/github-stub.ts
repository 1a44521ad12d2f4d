import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import path from 'node:path'

const fixture = (name: string) =>
  readFileSync(path.join(import.meta.dirname, '../fixtures/github', name), 'utf8')
export const FIRST_GENERATION = fixture('first-generation.json')
export const SECOND_GENERATION = fixture('second-generation.json')

export type StubRepository = {
  /** What stands at its root: names of folders end with `/`. */
  root: string[]
  /** Texts of files by their path. */
  files: Record<string, string>
  release?: { tag: string; assets: string[] }
  license?: string
  branch?: string
}

/** As the repository of the first generation that the manifest was recorded from. */
export const pluginRepository = (said: Partial<StubRepository> = {}): StubRepository => ({
  root: ['.github/', 'com.eniac.example.plugin/', 'src/', 'README.md', 'package.json'],
  files: { 'com.eniac.example.plugin/manifest.json': FIRST_GENERATION },
  release: { tag: 'v1.1.3', assets: ['com.eniac.example.flexplugin'] },
  license: 'MIT',
  ...said,
})

/** GitHub's REST API as far as plugins go, over real HTTP, with answers of its shape. */
export async function startGitHubStub() {
  const repositories = new Map<string, StubRepository>()
  const asked: string[] = []
  let behave: ((res: ServerResponse) => void) | null = null
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', 'http://stub.test')
    asked.push(url.pathname)
    if (behave) return behave(res)
    const [, , owner = '', name = '', ...rest] = url.pathname.split('/').map(decodeURIComponent)
    const repository = repositories.get(`${owner}/${name}`.toLowerCase())
    if (!repository) return json(res, 404, { message: 'Not Found', status: '404' })
    const { branch = 'main', license, release, root, files } = repository
    const place = rest.join('/')
    if (place === '') {
      return json(res, 200, {
        full_name: `${owner}/${name}`,
        private: false,
        default_branch: branch,
        license: license ? { key: license.toLowerCase(), spdx_id: license } : null,
      })
    }
    if (place === 'releases/latest') {
      if (!release) return json(res, 404, { message: 'Not Found', status: '404' })
      const assets = release.assets.map((asset) => ({ name: asset, size: 1 }))
      return json(res, 200, { tag_name: release.tag, assets })
    }
    if (place === 'contents/' || place === 'contents') {
      const listed = root.map((entry) => ({
        name: entry.replace(/\/$/, ''),
        path: entry.replace(/\/$/, ''),
        type: entry.endsWith('/') ? 'dir' : 'file',
      }))
      return json(res, 200, listed)
    }
    const text = files[place.replace(/^contents\//, '')]
    const isBranch = url.searchParams.get('ref') === branch
    if (text === undefined || !isBranch) return json(res, 404, { message: 'Not Found' })
    res.writeHead(200, { 'content-type': 'application/vnd.github.raw+json' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    asked,
    add: (fullName: string, repository: StubRepository) => {
      repositories.set(fullName.toLowerCase(), repository)
    },
    behave: (behaviour: typeof behave) => {
      behave = behaviour
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function json(res: ServerResponse, status: number, body: unknown) {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
