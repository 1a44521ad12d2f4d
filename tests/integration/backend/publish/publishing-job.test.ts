// @module-tag long
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { promisify } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import { afterAll, expect, it } from 'vitest'
import { registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildIconPack } from '#tests/support/containers.ts'
import { githubClaims, startOidcIssuer } from '#tests/support/oidc-issuer.ts'
import { addedPublisher } from '#tests/support/publishers.ts'
import { publishProject } from '#tests/support/publishing.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'

const run = promisify(execFile)

const server = createServer((req, res) => handle(req, res))
const folder = await scratchFolder()
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const address = server.address()
const site = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
const issuer = await stoppedAtEnd(startOidcIssuer())
const about = { name: 'Keystrip', url: site, supportEmail: 'help@example.com' }
const backend = await testBackend({ issuers: [issuer.issuer()], site: about })
const handle = getRequestListener(backend.app.fetch)
afterAll(async () => {
  server.close()
  server.closeAllConnections()
})

/** The script of the job for GitHub Actions in docs/publishing.md. */
async function documentedScript(): Promise<string> {
  const text = await readFile('docs/publishing.md', 'utf8')
  const [, block = ''] = /```yaml\n# \.github[\s\S]*?run: \|\n([\s\S]*?)```/.exec(text) ?? []
  return block.replaceAll(/^ {10}/gm, '')
}

it('the job of docs/publishing.md exchanges its token, uploads a file and publishes its version', async () => {
  const session = await registered(backend)
  const { id } = await publishProject(backend, session)
  const publisher = await addedPublisher(backend, session, { issuer: issuer.url, project_id: id })
  const file = path.join(folder, 'orchard.iconpack')
  await writeFile(file, (await buildIconPack('sun', 'star')).bytes)
  const identity = await issuer.sign(githubClaims({ aud: new URL(site).host }))
  issuer.behave((res, address) => {
    if (!address.startsWith('/job?')) return false
    const audience = new URL(address, site).searchParams.get('audience')
    const isRight = audience === new URL(site).host
    res.writeHead(isRight ? 200 : 400).end(JSON.stringify({ value: identity }))
  })
  const { stdout } = await run('bash', ['-c', await documentedScript()], {
    env: {
      NODE_ENV: 'test',
      PATH: process.env['PATH'],
      SITE: site,
      PROJECT: id,
      PUBLISHER: publisher.id,
      FILE: file,
      GITHUB_REF_NAME: 'v1.1.0',
      GITHUB_RUN_ID: '42424242',
      ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer.url}/job?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-the-job',
    },
    timeout: 60_000,
  })
  expect(stdout).toContain('::add-mask::ks_oidc_')
  const { data } = await backend.get(`/icon/${id}`)
  expect(data).toMatchObject({ version: '1.1.0', revision: 2 })
})
