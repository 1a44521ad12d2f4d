// @module-tag long
import { mkdir, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { samplesOf } from '#components/creator/guide/automation-samples.ts'
import { CALLS } from '#lib/contract/calls.ts'
import { packCli } from '#scripts/build/cli-package.ts'
import { clientOf } from '#tests/support/accounts.ts'
import {
  buildContainer,
  buildManifest,
  buildPackage,
  buildStandardFile,
} from '#tests/support/containers.ts'
import { startGuideSite } from '#tests/support/guide-site.ts'
import { FIRST_GENERATION, ownedBy } from '#tests/support/github-stub.ts'
import { createPicture } from '#tests/support/images.ts'
import { outlineOf } from '#tests/support/markdown.ts'
import { githubClaims } from '#tests/support/oidc-issuer.ts'
import { addedPublisher } from '#tests/support/publishers.ts'
import { publishProject } from '#tests/support/publishing.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'
import { sampledRows } from '#tests/support/whole.ts'

/*
 * What the page about publishing by programs shows to copy, as a creator runs it: with a shell, npm and nothing of this repository.
 */

// The commands of a document are some twenty processes.
vi.setConfig({ testTimeout: 180_000 })

let samples: ReturnType<typeof samplesOf>
let setUp: Awaited<ReturnType<typeof guide.runShell>>
const guide = await stoppedAtEnd(startGuideSite())
beforeAll(async () => {
  samples = samplesOf(guide.url)
  await guide.folder.write('orchard.iconpack', buildStandardFile('icon'))
  await mkdir(path.join(guide.folder.path, 'dist'))
  await guide.folder.write('dist/orchard.iconpack', buildStandardFile('icon'))
  setUp = await guide.runShell(samples.setUp)
})

/** The block of a workflow in docs/publishing.md that has this key. */
async function documentedJob(key: string): Promise<string> {
  const { blocks } = outlineOf(await readFile('docs/publishing.md', 'utf8'))
  return blocks.find(({ language, code }) => language === 'yaml' && code.includes(key))?.code ?? ''
}

/** A sample with what a creator replaces in it. */
const filled = (code: string, id: string, publisher = '') =>
  code
    .replaceAll('https://keystrip.example', guide.url)
    .replaceAll('your-project-id', id)
    .replaceAll('your-publisher-id', publisher)
    .replaceAll('ks_pat_…', guide.token)

const readProject = async (id: string) =>
  CALLS.project.data.parse((await clientOf(guide.backend).ask(`/icon/${id}`)).data)

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
  const identity = await guide.issuer.sign(githubClaims())
  guide.issuer.behave((res, address) => {
    if (!address.startsWith('/job?')) return false
    res.writeHead(200).end(JSON.stringify({ value: identity }))
  })
  const { env, steps } = jobSchema.parse(parse(workflow)).jobs.publish
  return guide.runShell(steps.at(-1)?.run ?? '', {
    ...env,
    ACTIONS_ID_TOKEN_REQUEST_URL: `${guide.issuer.url}/job?api-version=2.0`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-the-job',
  })
}

describe('the samples', () => {
  it('set the command up from the site alone', async () => {
    expect(setUp, setUp.err).toMatchObject({ code: 0 })
    expect(guide.requests[0]?.url).toBe('/keystrip-cli.tgz')
    const installed = path.join(guide.folder.path, 'lib/node_modules/@keystrip/cli')
    expect((await readdir(installed, { recursive: true })).toSorted()).toEqual([
      'README.md',
      'dist',
      'dist/keystrip.js',
      'package.json',
    ])
    expect((await guide.runShell('keystrip --version')).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it('validate a file', async () => {
    const { code, out } = await guide.runShell(samples.validate)
    expect([code, out]).toEqual([
      0,
      'orchard.iconpack: valid, iconpack “Orchard” 2.1.0 (Keystrip archive), icons: 2\n',
    ])
  })

  it('publish an icon pack for the first time, with an access token', async () => {
    await guide.folder.write('orchard.iconpack', buildStandardFile('icon'))
    const ran = await guide.runShell(filled(samples.first, ''))
    expect(ran, ran.err).toMatchObject({ code: 0 })
    expect(ran.out).toMatch(/^icon: interface, [^\n]*\nPublished: “Orchard” 2\.1\.0\n/)
    const id = /Its id is (\S+):/.exec(ran.err)?.[1] ?? ''
    expect(await readProject(id)).toMatchObject({ category: 'nature', version: '2.1.0' })
  })

  it('publish a version with an access token, once', async () => {
    const { id } = await publishProject(guide.backend, guide.session)
    const first = await guide.runShell(filled(samples.publish, id))
    expect(first, first.err).toMatchObject({ code: 0 })
    expect(await readProject(id)).toMatchObject({ version: '2.1.0', revision: 2 })
    const again = await guide.runShell(filled(samples.publish, id))
    expect(again.out).toContain('Was published already')
    expect(await readProject(id)).toMatchObject({ revision: 2 })
  })

  it('publish with the identity of a job, without a secret', async () => {
    const { id } = await publishProject(guide.backend, guide.session)
    const publisher = await addedPublisher(guide.backend, guide.session, {
      issuer: guide.issuer.url,
      project_id: id,
    })
    const ran = await runJob(filled(samples.trusted.code, id, publisher.id))
    expect(ran, ran.err).toMatchObject({ code: 0 })
    expect(await readProject(id)).toMatchObject({ version: '2.1.0' })
    const log = await clientOf(guide.backend).ask(`/icon/${id}/log`, {
      token: guide.session,
    })
    expect(JSON.stringify(log.data)).toContain('GitHub Actions ada/orchard release.yml')
  })

  it.each([
    ['the page', () => samples.gitlab.code],
    ['the documents', () => documentedJob('id_tokens')],
  ])('publish with the identity that GitLab gives a job: that of %s', async (_, job) => {
    const { id } = await publishProject(guide.backend, guide.session)
    const publisher = await addedPublisher(guide.backend, guide.session, {
      issuer: guide.issuer.url,
      project_id: id,
    })
    const filledJob = parse(filled(await job(), id, publisher.id))
    const { variables, script } = gitlabSchema.parse(filledJob).publish
    const ran = await guide.runShell(script.join('\n'), {
      ...variables,
      KEYSTRIP_IDENTITY: await guide.issuer.sign(githubClaims()),
    })
    expect(ran, ran.err).toMatchObject({ code: 0 })
    expect(await readProject(id)).toMatchObject({ version: '2.1.0' })
  })

  it('publish for the first time without an id, by a package that is kept in the repository', async () => {
    const title = 'Orchard in spring'
    const first = { kind: 'icon', title } as const
    const trusted = { issuer: guide.issuer.url, project_id: undefined, first }
    const publisher = await addedPublisher(guide.backend, guide.session, trusted)
    await guide.folder.write('keystrip-cli.tgz', await packCli())
    await guide.folder.write('about.md', 'Trees.')
    const changed = samples.trusted.code
      .replace(/https?:\S+\.tgz/, 'keystrip-cli.tgz')
      .replace(/--project \S+/, `--title '${title}' --category nature --description about.md`)
    const ran = await runJob(filled(changed, '', publisher.id))
    expect(ran, ran.err).toMatchObject({ code: 0 })
    expect(ran.out).toContain(`Published: “${title}” 2.1.0`)
  })

  it('change a project with a call of the API', async () => {
    const { id } = await publishProject(guide.backend, guide.session)
    const ran = await guide.runShell(filled(samples.call, id))
    expect(ran, ran.err).toMatchObject({ code: 0 })
    expect(await readProject(id)).toMatchObject({ tagline: 'Trees and fruit', version: '1.0.0' })
  })

  it('install a project by the address of its page', async () => {
    const { id, title, file } = await publishProject(guide.backend, guide.session)
    await mkdir(path.join(guide.folder.path, 'downloads'))
    const ran = await guide.runShell(`cd downloads\n${filled(samples.install, id)}`)
    expect(ran, ran.err).toMatchObject({ code: 0 })
    expect(ran.out).toContain(`Downloaded: “${title}” 1.0.0`)
    expect(ran.out).toContain(file?.name ?? 'no file')
  })
})

describe('the commands of the documents', () => {
  /** The commands of the shell blocks of a document, as they are written. */
  const commandsOf = (text: string) =>
    outlineOf(text)
      .blocks.filter(({ language }) => language === 'sh')
      .flatMap(({ code }) => code.replaceAll(/\\\n\s*/g, '').split('\n'))
  const ids = { icon: '', plugin: '' }
  let changes = 0
  let places = 0

  /** The creator changes the pack before each publication. */
  async function changePack() {
    changes += 1
    const manifest = buildManifest('iconpack', { title: 'Meadow', version: `1.${changes}.0` })
    await guide.folder.write('orchard.iconpack', buildContainer(manifest))
  }

  /** Runs a command with the reader's own site, token and ids. */
  async function runOne(command: string, before: string) {
    const kind = /plugin|plums/.test(command) ? 'plugin' : 'icon'
    const isInstall = command.startsWith('keystrip install')
    if (/ publish .*orchard/.test(command)) await changePack()
    const script = `${before}\n${command}`
      .replaceAll('https://icons.example', guide.url)
      .replaceAll('ks_pat_…', guide.token)
      .replaceAll(/\bID\b/g, ids[kind])
    // In the folder of the creator, the file of that name is another one by now.
    const place = isInstall ? `mkdir place-${(places += 1)}; cd place-${places}` : ''
    const ran = await guide.runShell(`${place}\n${script}`)
    expect(ran, `${command}\n${ran.err}`).toMatchObject({ code: 0 })
    const published = /Its id is (\S+):/.exec(ran.err)?.[1]
    if (published !== undefined) ids[kind] = published
  }

  beforeAll(async () => {
    const { folder, github } = guide
    github.add('ada/plums', {
      ...ownedBy('ada_lovelace'),
      release: { tag: 'v1.0.0', assets: ['plums.flexplugin'] },
    })
    const picture = await createPicture()
    for (const name of ['cover.png', 'keys.png']) await folder.write(name, picture)
    await folder.write('README.md', 'Plums of all colours.\n')
    await folder.write('notes.md', 'Two more icons.\n')
    for (const name of ['bar.flexbar', 'desk.flexbar'])
      await folder.write(name, buildStandardFile('profile'))
    const plugin = buildPackage(FIRST_GENERATION, { version: '1.2.0' })
    for (const name of ['plugin', 'plums.win32', 'plums.darwin.arm64'])
      await folder.write(`${name}.flexplugin`, plugin)
  })

  it.each(sampledRows([['docs/publishing.md'], ['cli/package/README.md']], /^docs/))(
    'of %s work as they are written',
    async (file) => {
      const commands = commandsOf(await readFile(file, 'utf8'))
      expect(commands.length).toBeGreaterThan(4)
      const exports: string[] = []
      for (const command of commands) {
        if (command.startsWith('export ')) exports.push(command)
        else await runOne(command, exports.join('\n'))
      }
    },
  )
})
