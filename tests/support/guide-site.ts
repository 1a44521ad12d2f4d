import { execFile } from 'node:child_process'
import path from 'node:path'
import { packCli } from '#scripts/build/cli-package.ts'
import { COMPILE_CACHE } from '#scripts/settings/node-settings.ts'
import { createFolder } from './cli.ts'
import { startCliSite } from './cli-site.ts'
import { forwardTo, startFaultyBackend } from './faulty-backend.ts'
import { startGitHubStub } from './github-stub.ts'
import { NOW, startOidcIssuer } from './oidc-issuer.ts'

/** What a reader of a guide has: a site that hands out its command line, an account, a shell with npm, and a folder. */
export async function startGuideSite() {
  const front = await startFaultyBackend()
  const issuer = await startOidcIssuer()
  const github = await startGitHubStub()
  const site = await startCliSite({
    issuers: [issuer.issuer()],
    github: { apiUrl: github.url, token: undefined },
  })
  site.backend.setClock(NOW)
  const folder = await createFolder()
  const tarball = await packCli()
  const api = forwardTo(site.url)
  front.behave((req, res) => (req.url === '/keystrip-cli.tgz' ? res.end(tarball) : api(req, res)))
  return {
    /** Address of the site. */
    url: front.url,
    requests: front.requests,
    backend: site.backend,
    /** Tokens of the account: of its session in a browser, and of a program that may publish. */
    session: site.session,
    token: site.token,
    issuer,
    github,
    folder,
    /** Runs a script in an empty environment, in which npm knows no registry but the site. */
    runShell: (script: string, env: Record<string, string> = {}) =>
      runShell(script, { folder: folder.path, url: front.url, env }),
    stop: async () => {
      await front.stop()
      await site.stop()
      await issuer.stop()
      await github.stop()
      await folder.remove()
    },
  }
}

type Place = { folder: string; url: string; env: Record<string, string> }

function runShell(script: string, { folder, url, env }: Place) {
  const npm = {
    npm_config_prefix: folder,
    npm_config_cache: path.join(folder, 'cache'),
    npm_config_registry: url,
    npm_config_audit: 'false',
    npm_config_update_notifier: 'false',
  }
  const all = {
    NODE_ENV: 'production' as const,
    // Each command starts npm or the command line anew.
    ...COMPILE_CACHE,
    HOME: folder,
    PATH: [path.join(folder, 'bin'), process.env['PATH']].join(':'),
    ...npm,
    ...env,
  }
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const options = { cwd: folder, env: all }
    execFile('bash', ['-euo', 'pipefail', '-c', script], options, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err })
    })
  })
}
