import { FIRST_GENERATION, pluginRepository, type startGitHubStub } from './github-stub.ts'

type Stub = Awaited<ReturnType<typeof startGitHubStub>>
/** Who owns `octo-ada/plums`, by GitHub's number. */
export const OCTO_ID = 990_011
/** GitHub answers questions about `ada/limited` in so many minutes. */
export const LIMITED_MINUTES = 12

/** The repositories of the end-to-end tests: one for each, since a plugin is published once. */
export function addPlugins(github: Stub) {
  const README = '# Example\n\nCounts **up** and down. [More](docs/more.md)\n\n![x](x.png)\n'
  const plain = pluginRepository()
  const files = { ...plain.files, 'README.md': README }
  github.add('ENIAC-Tech/Plugin-Example', { ...plain, files })
  github.add('ada/behind', { ...plain, files, release: { tag: 'v1.1.2', assets: [] } })
  github.add('octo-ada/plums', { ...plain, files, ownerId: OCTO_ID })
  // An organisation's, to which whoever comes by GitHub may push.
  github.add('guild/tools', { ...plain, files, isPushable: true })
  github.add('guild/closed', { ...plain, files })
  // Goes on to another version when it is looked at for the second time.
  const next = JSON.stringify({ ...JSON.parse(FIRST_GENERATION), version: '1.2.0' })
  github.add('ada/going-on', { ...plain, files })
  let looks = 0
  github.behave((res, path) => {
    if (path === '/repos/ada/limited') {
      const reset = Math.trunc(Date.now() / 1000) + LIMITED_MINUTES * 60 - 5
      res.writeHead(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }).end('{}')
      return true
    }
    // The first look of the form, and that of the publication.
    if (path === '/repos/ada/going-on' && (looks += 1) === 3) {
      const release = { tag: 'v1.2.0', assets: ['example.flexplugin'] }
      const manifest = { 'com.eniac.example.plugin/manifest.json': next }
      github.add('ada/going-on', { ...plain, files: { ...files, ...manifest }, release })
    }
    return false
  })
}
