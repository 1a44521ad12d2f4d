import { execFile } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { samplesOf } from '#components/creator/guide/automation-samples.ts'
import { CALLS } from '#lib/contract/calls.ts'
import { packCli } from '#scripts/build/cli-package.ts'
import { clientOf } from '#tests/support/accounts.ts'
import { createFolder } from '#tests/support/cli.ts'
import { startCliSite } from '#tests/support/cli-site.ts'
import { buildStandardFile } from '#tests/support/containers.ts'
import { forwardTo, startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { githubClaims, NOW, type OidcIssuer, startOidcIssuer } from '#tests/support/oidc-issuer.ts'
import { addedPublisher } from '#tests/support/publishers.ts'
import { publishProject } from '#tests/support/publishing.ts'

/*
 * What the page about publishing by programs shows to copy, as a creator runs it: with a shell, npm and nothing of this repository.
 */

let front: Awaited<ReturnType<typeof startFaultyBackend>>
let issuer: OidcIssuer
let site: Awaited<ReturnType<typeof startCliSite>>
let folder: Awaited<ReturnType<typeof createFolder>>
let samples: ReturnType<typeof samplesOf>
let setUp: Awaited<ReturnType<typeof runShell>>
beforeAll(async () => {
  front = await startFaultyBackend()
  issuer = await startOidcIssuer()
  site = await startCliSite({ issuers: [issuer.issuer()] })
  site.backend.setClock(NOW)
  folder = await createFolder()
  const tarball = await packCli()
  const api = forwardTo(site.url)
  front.behave((req, res) => (req.url === '/keystrip-cli.tgz' ? res.end(tarball) : api(req, res)))
  samples = samplesOf(front.url)
  await folder.write('orchard.iconpack', buildStandardFile('icon'))
  setUp = await runShell(samples.setUp)
}, 120_000)
afterAll(async () => {
  await front.stop()
  await site.stop()
  await issuer.stop()
  await folder.remove()
})

/** Runs a script in an empty environment, in which npm knows no registry but the site. */
function runShell(script: string, env: Record<string, string> = {}) {
  const npm = {
    npm_config_prefix: folder.path,
    npm_config_cache: path.join(folder.path, 'cache'),
    npm_config_registry: front.url,
    npm_config_audit: 'false',
    npm_config_update_notifier: 'false',
  }
  const all = {
    NODE_ENV: 'production' as const,
    HOME: folder.path,
    PATH: [path.join(folder.path, 'bin'), process.env['PATH']].join(':'),
    ...npm,
    ...env,
  }
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const options = { cwd: folder.path, env: all }
    execFile('bash', ['-euo', 'pipefail', '-c', script], options, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err })
    })
  })
}

/** A sample with what a creator replaces in it. */
const filled = (code: string, id: string, publisher = '') =>
  code
    .replaceAll('your-project-id', id)
    .replaceAll('your-publisher-id', publisher)
    .replaceAll('ks_pat_…', site.token)

const readProject = async (id: string) =>
  CALLS.project.data.parse((await clientOf(site.backend).ask(`/icon/${id}`)).data)

const jobSchema = z.object({
  jobs: z.object({
    publish: z.object({
      env: z.record(z.string(), z.string()),
      steps: z.array(z.object({ run: z.string().optional() })),
    }),
  }),
})

const gitlabSchema = z.object({
  publish: z.object({
    variables: z.record(z.string(), z.string()),
    script: z.array(z.string()),
  }),
})

/** Runs the last step of a workflow as GitHub does, with an identity. */
async function runJob(workflow: string) {
  const identity = await issuer.sign(githubClaims())
  issuer.behave((res, address) => {
    if (!address.startsWith('/job?')) return false
    res.writeHead(200).end(JSON.stringify({ value: identity }))
  })
  const { env, steps } = jobSchema.parse(parse(workflow)).jobs.publish
  return runShell(steps.at(-1)?.run ?? '', {
    ...env,
    ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer.url}/job?api-version=2.0`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-the-job',
  })
}

describe('the samples', () => {
  it('set the command up from the site alone', async () => {
    expect(setUp, setUp.err).toMatchObject({ code: 0 })
    expect(front.requests[0]?.url).toBe('/keystrip-cli.tgz')
    const installed = path.join(folder.path, 'lib/node_modules/@keystrip/cli')
    expect((await readdir(installed, { recursive: true })).toSorted()).toEqual([
      'README.md',
      'dist',
      'dist/keystrip.js',
      'package.json',
    ])
    expect((await runShell('keystrip --version')).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it('validate a file', async () => {
    const { code, out } = await runShell(samples.validate)
    expect([code, out]).toEqual([
      0,
      'orchard.iconpack: valid, iconpack “Orchard” 2.1.0 (Keystrip archive), icons: 2\n',
    ])
  })

  it('publish a version with an access token, once', async () => {
    const { id } = await publishProject(site.backend, site.session)
    const first = await runShell(filled(samples.publish, id))
    expect(first, first.err).toMatchObject({ code: 0 })
    expect(await readProject(id)).toMatchObject({ version: '2.1.0', revision: 2 })
    const again = await runShell(filled(samples.publish, id))
    expect(again.out).toContain('Was published already')
    expect(await readProject(id)).toMatchObject({ revision: 2 })
  })

  it('publish with the identity of a job, without a secret', async () => {
    const { id } = await publishProject(site.backend, site.session)
    const publisher = await addedPublisher(site.backend, site.session, {
      issuer: issuer.url,
      project_id: id,
    })
    const ran = await runJob(filled(samples.trusted.code, id, publisher.id))
    expect(ran, ran.err).toMatchObject({ code: 0 })
    expect(await readProject(id)).toMatchObject({ version: '2.1.0' })
    const log = await clientOf(site.backend).ask(`/icon/${id}/log`, { token: site.session })
    expect(JSON.stringify(log.data)).toContain('GitHub Actions ada/orchard release.yml')
  })

  it('publish with the identity that GitLab gives a job', async () => {
    const { id } = await publishProject(site.backend, site.session)
    const publisher = await addedPublisher(site.backend, site.session, {
      issuer: issuer.url,
      project_id: id,
    })
    const job = parse(filled(samples.gitlab.code, id, publisher.id))
    const { variables, script } = gitlabSchema.parse(job).publish
    const ran = await runShell(script.join('\n'), {
      ...variables,
      KEYSTRIP_IDENTITY: await issuer.sign(githubClaims()),
    })
    expect(ran, ran.err).toMatchObject({ code: 0 })
    expect(await readProject(id)).toMatchObject({ version: '2.1.0' })
  })

  it('publish for the first time without an id, by a package that is kept in the repository', async () => {
    const title = 'Orchard in spring'
    const first = { kind: 'icon', title } as const
    const trusted = { issuer: issuer.url, project_id: undefined, first }
    const publisher = await addedPublisher(site.backend, site.session, trusted)
    await folder.write('keystrip-cli.tgz', await packCli())
    await folder.write('about.md', 'Trees.')
    const changed = samples.trusted.code
      .replace(/https?:\S+\.tgz/, 'keystrip-cli.tgz')
      .replace(/--project \S+/, `--title '${title}' --category nature --description about.md`)
    const ran = await runJob(filled(changed, '', publisher.id))
    expect(ran, ran.err).toMatchObject({ code: 0 })
    expect(ran.out).toContain(`Published: “${title}” 2.1.0`)
  })

  it('change a project with a call of the API', async () => {
    const { id } = await publishProject(site.backend, site.session)
    const ran = await runShell(filled(samples.call, id))
    expect(ran, ran.err).toMatchObject({ code: 0 })
    expect(await readProject(id)).toMatchObject({ tagline: 'Trees and fruit', version: '1.0.0' })
  })

  it('install a project by the address of its page', async () => {
    const { id, title, file } = await publishProject(site.backend, site.session)
    await mkdir(path.join(folder.path, 'downloads'))
    const ran = await runShell(`cd downloads\n${filled(samples.install, id)}`)
    expect(ran, ran.err).toMatchObject({ code: 0 })
    expect(ran.out).toContain(`Downloaded: “${title}” 1.0.0`)
    expect(ran.out).toContain(file?.name ?? 'no file')
  })
})
