import { FIRST_GENERATION, pluginRepository, type startGitHubStub } from './github-stub.ts'

type Stub = Awaited<ReturnType<typeof startGitHubStub>>
/** GitHub's numeric id of the owner of `octo-ada/plums`. */
export const OCTO_ID = 990_011
/** Minutes until GitHub's rate limit for `ada/limited` resets. */
export const LIMITED_MINUTES = 12

/** A PNG of 48 × 30 pixels. */
const KEY = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAADAAAAAeCAIAAADlxgqWAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAR0lEQVRYhe2WAQkAQAwCF8dMl8T4H2M/OFgAEb05KV/drCuIgtChmqHYMtbxE8GIDtUMxZaxDqE40NChmqHYMuQQgrGXX8cDVaF+jCj9KdoAAAAASUVORK5CYII=',
  'base64',
)

/** The repositories of the end-to-end tests: one per test, since a plugin can be published only once. */
export function addPlugins(github: Stub) {
  const README =
    '# Example\n\nCounts **up** and down. [More](docs/more.md)\n\n## Usage\n\n![A key](key.png)\n'
  const plain = pluginRepository({ binaries: { 'key.png': KEY } })
  const files = { ...plain.files, 'README.md': README }
  github.add('ENIAC-Tech/Plugin-Example', { ...plain, files })
  github.add('ada/behind', { ...plain, files, release: { tag: 'v1.1.2', assets: [] } })
  github.add('octo-ada/plums', { ...plain, files, ownerId: OCTO_ID })
  // Owned by an organisation; every user who signs in with GitHub has push permission.
  github.add('guild/tools', { ...plain, files, isPushable: true })
  github.add('guild/plain', { ...plain, files, isPushable: true })
  github.add('guild/closed', { ...plain, files })
  // Has a new release after the first check and the publication.
  const next = JSON.stringify({ ...JSON.parse(FIRST_GENERATION), version: '1.2.0' })
  github.add('ada/going-on', { ...plain, files })
  let looks = 0
  github.behave((res, path) => {
    if (path === '/repos/ada/limited') {
      const reset = Math.trunc(Date.now() / 1000) + LIMITED_MINUTES * 60 - 5
      res.writeHead(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }).end('{}')
      return true
    }
    // The first two requests are the check of the form and that of the publication.
    if (path === '/repos/ada/going-on' && (looks += 1) === 3) {
      const release = { tag: 'v1.2.0', assets: ['example.flexplugin'] }
      const manifest = { 'com.eniac.example.plugin/manifest.json': next }
      github.add('ada/going-on', { ...plain, files: { ...files, ...manifest }, release })
    }
    return false
  })
}
