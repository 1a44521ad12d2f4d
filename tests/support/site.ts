import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { hasPostgres, startMemoryPostgres } from './engines/postgres.ts'
import { startGitHubStub } from './github-stub.ts'
import { INTERNAL_SECRET, startLoopback } from './loopback.ts'
import { startOidcIssuer } from './oidc-issuer.ts'
import { addPlugins } from './plugin-site.ts'
import { providerVariables, startGoogle, startProviderStub } from './providers.ts'
import { startReferenceSite } from './reference-site.ts'
import { ISSUER_VARIABLE, STAND_INS_VARIABLE, startStandIns } from './stand-ins.ts'

/** The site that `npm run test:site` keeps running for several test runs. Playwright empties its own folder at each start. */
export const KEPT_SITE = 'node_modules/.cache/test-site.json'
const keptSchema = z.object({ pid: z.number(), variables: z.record(z.string(), z.string()) })

/** The site for all end-to-end tests of a run: the kept one, or one that is started. */
export default async function setUpSite() {
  const kept = await findKept()
  const { variables, stop } = kept ?? (await startSite())
  Object.assign(process.env, variables)
  return stop
}

async function findKept() {
  if (!existsSync(KEPT_SITE)) return undefined
  const { pid, variables } = keptSchema.parse(JSON.parse(await readFile(KEPT_SITE, 'utf8')))
  try {
    process.kill(pid, 0)
    return { variables, stop: () => Promise.resolve() }
  } catch {
    // Its process was killed.
    return undefined
  }
}

/**
 * Starts the production site with the demo catalogue.
 * @returns the variables that tests find it by.
 */
export async function startSite() {
  const { RATE_FACTOR = '20' } = process.env
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'site-'))
  // `npm start` stores its generated secret here, where operator commands read it.
  await writeFile(path.join(dataDir, 'internal-secret'), INTERNAL_SECRET)
  const imprint = path.join(dataDir, 'imprint.md')
  await writeFile(imprint, '# Who runs this\n\nAda <script>alert(1)</script>\n\n## Where')
  await writeFile(path.join(dataDir, 'imprint.fr.md'), '# Qui exploite ce site')
  const providers = await startProviderStub()
  const google = await startGoogle()
  const github = await startGitHubStub()
  addPlugins(github)
  const issuer = await startOidcIssuer()
  const standIns = await startStandIns({ github, issuer })
  // Takes less processor time than the embedded database, which tests/e2e/{start,restart}.spec.ts use.
  const postgres = hasPostgres() ? await startMemoryPostgres() : undefined
  const stack = await startLoopback({
    dataDir,
    variables: {
      // Tests send distinct client addresses, so that they do not share rate limits.
      TRUSTED_PROXIES: '127.0.0.1, ::1',
      // Test browsers share one address and load pages faster than visitors do.
      RATE_FACTOR,
      ...providerVariables(providers.url, google.url),
      GITHUB_API_URL: github.url,
      OIDC_ISSUERS: JSON.stringify([{ url: issuer.url, claims: 'github', name: 'Build server' }]),
      IMPRINT_FILE: imprint,
      DEMO: '1',
      DATABASE_URL: postgres?.url ?? '',
    },
    print: console.log,
    onProgress: ({ done, total }) => {
      if (done === total) console.log(`The catalogue holds ${total} projects.`)
    },
  })
  // Both sites write messages to one folder: accounts of tests have distinct e-mail addresses.
  const reference = await startReferenceSite(path.join(dataDir, 'mail'), {
    INTERNAL_SECRET,
    TRUSTED_PROXIES: '127.0.0.1, ::1',
    RATE_FACTOR,
  })
  const variables = {
    [STAND_INS_VARIABLE]: standIns.url,
    [ISSUER_VARIABLE]: issuer.url,
    E2E_REFERENCE_URL: reference.url,
    E2E_URL: `http://localhost:${stack.port}`,
    E2E_BACKEND_URL: stack.backend,
    E2E_DATA: dataDir,
    E2E_MAIL: path.join(dataDir, 'mail'),
  }
  const stop = async () => {
    await reference.stop()
    await stack.stop()
    await postgres?.stop()
    await providers.stop()
    await google.stop()
    await standIns.stop()
    await issuer.stop()
    await github.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { variables, stop }
}
