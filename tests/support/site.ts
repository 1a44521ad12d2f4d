import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '#scripts/free-port.ts'
import { startStack } from '#scripts/stack.ts'
import { startGitHubStub } from './github-stub.ts'
import { addPlugins } from './plugin-site.ts'
import { providerVariables, startGoogle, startProviderStub } from './providers.ts'
import { SESSION_SECRET } from './session-secret.ts'

const INTERNAL_SECRET = 'the-secret-of-the-tests'

/** Starts the production site with the demo catalogue once for all end-to-end tests. */
export default async function startSite() {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'site-'))
  const [port, backendPort] = [await freePort(), await freePort()]
  // Where `npm start` keeps the one that it makes, for the operator's commands.
  await writeFile(path.join(dataDir, 'internal-secret'), INTERNAL_SECRET)
  const imprint = path.join(dataDir, 'imprint.md')
  await writeFile(imprint, '# Who runs this\n\nAda <script>alert(1)</script>\n\n## Where')
  await writeFile(path.join(dataDir, 'imprint.fr.md'), '# Qui exploite ce site')
  const providers = await startProviderStub()
  const google = await startGoogle()
  const github = await startGitHubStub()
  addPlugins(github)
  const stack = await startStack({
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      BACKEND_PORT: String(backendPort),
      BACKEND_URL: '',
      DATABASE_URL: '',
      SITE_URL: `http://localhost:${port}`,
      INTERNAL_SECRET,
      SESSION_SECRET,
      SMTP_URL: '',
      // Each test comes from an address of its own, or they would use up each other's attempts.
      TRUSTED_PROXIES: '127.0.0.1, ::1',
      // All browsers of the tests come from one address, and do not stop to read.
      RATE_FACTOR: process.env['RATE_FACTOR'] ?? '20',
      ...providerVariables(providers.url, google.url),
      GITHUB_API_URL: github.url,
      IMPRINT_FILE: imprint,
      DEMO: '1',
    },
    dataDir,
    say: console.log,
    onProgress: ({ done, total }) => {
      if (done === total) console.log(`The catalogue holds ${total} projects.`)
    },
    onDeath: console.error,
  })
  process.env['E2E_URL'] = `http://localhost:${port}`
  process.env['E2E_BACKEND_URL'] = `http://127.0.0.1:${backendPort}`
  process.env['E2E_DATA'] = dataDir
  process.env['E2E_MAIL'] = path.join(dataDir, 'mail')
  return async () => {
    await stack.stop()
    await providers.stop()
    await google.stop()
    await github.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
