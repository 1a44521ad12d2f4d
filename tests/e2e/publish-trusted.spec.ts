import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page } from 'playwright/test'
import { z } from 'zod'
import { publisherSchema, publishersSchema } from '#lib/contract/publisher.ts'
import { startApplication } from '#tests/support/application.ts'
import { failureOf } from '#tests/support/cli.ts'
import { startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { githubClaims } from '#tests/support/oidc-issuer.ts'
import { installCli } from '#tests/support/packed-cli.ts'
import { neteaseTree, releasedTree, templateTree } from '#tests/support/real-trees.ts'
import { ISSUER_VARIABLE, setRepository, signIdentity } from '#tests/support/stand-ins.ts'
import { expectNoAxeFaults } from './axe.ts'
import { publishByApi, publishPlugin } from './own-projects.ts'
import { mailTo, register, test, withoutScripts } from './people.ts'
import { downloadOffer, expectVersion } from './releases.ts'

let cli: Awaited<ReturnType<typeof installCli>>
test.beforeAll(async () => {
  cli = await installCli()
})
test.afterAll(() => cli?.folder.remove())

/** Numeric ids of a repository and its owner, as a build server signs them. */
const IDS = { repository_id: '700000002', repository_owner_id: '700002' }

/** The same as the API takes them. */
const ids = { repository_id: IDS.repository_id, owner_id: IDS.repository_owner_id }

type Workflow = { repository: string; workflow: string }

/** Fills in the form that trusts a workflow of the stand-in issuer. */
async function trust(page: Page, { repository, workflow }: Workflow) {
  await page.getByLabel('Service').selectOption('Build server')
  await page.getByLabel('Repository', { exact: true }).fill(repository)
  await page.getByLabel('Workflow file').fill(workflow)
  await page.getByLabel('Repository ID').fill(IDS.repository_id)
  await page.getByLabel('Owner ID').fill(IDS.repository_owner_id)
  await page.getByRole('button', { name: 'Trust this workflow' }).click()
}
const added = (page: Page) => page.getByText('The workflow is now trusted.')
const entries = (page: Page) => page.locator('#publishers li')

/** The service of a runner that gives identity tokens to a job of a workflow. @returns the variables of the job. */
async function startRunner({ repository, workflow }: Workflow, tag: string) {
  const runner = await startFaultyBackend()
  const owner = repository.split('/')[0] ?? ''
  runner.behave(async (req, res) => {
    const aud = new URL(req.url ?? '', runner.url).searchParams.get('audience') ?? ''
    const run = {
      aud,
      repository,
      repository_owner: owner,
      actor: owner,
      ref: `refs/tags/${tag}`,
      sub: `repo:${repository}:ref:refs/tags/${tag}`,
      workflow_ref: `${repository}/.github/workflows/${workflow}@refs/tags/${tag}`,
      // The maker's reusable workflow does the work.
      job_workflow_ref:
        'ENIAC-Tech/flex-plugin-actions/.github/workflows/publish.yml@refs/tags/v1.3.0',
    }
    const value = await signIdentity(githubClaims({ ...IDS, ...run }, new Date().toISOString()))
    res.setHeader('content-type', 'application/json')
    res.end(JSON.stringify({ value }))
  })
  return {
    env: {
      KEYSTRIP_SITE: process.env['E2E_URL'] ?? '',
      ACTIONS_ID_TOKEN_REQUEST_URL: `${runner.url}/token?api-version=2`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-the-runner',
    },
    stop: runner.stop,
  }
}

/** Writes packages into the folder of the command line. @returns the options that name them. */
async function filesOf(packages: Record<string, Uint8Array>): Promise<string[]> {
  for (const [name, bytes] of Object.entries(packages)) await cli.folder.write(name, bytes)
  return Object.keys(packages).flatMap((name) => ['--file', name])
}

/** Publishes version 1.0.0 of the plugin of a repository, and shows its page. */
async function publishLink(page: Page) {
  const { username, email } = await register(page)
  const repository = `${username}/link`
  const first = neteaseTree({ version: '1.0.0' })
  await setRepository(repository, releasedTree(first, { version: '1.0.0', keystrip: username }))
  const id = await publishPlugin(page, repository)
  return { email, id, workflow: { repository, workflow: 'publish.yml' } }
}

/** The same with a workflow that is trusted by the API, and a job of it. */
async function publishTrusted(page: Page) {
  const { id, workflow } = await publishLink(page)
  const answer = await page.request.post('/api/v1/account/publishers', {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { project_id: id, issuer: process.env[ISSUER_VARIABLE], ...workflow, ...ids },
  })
  const { data } = z.object({ data: publisherSchema }).parse(await answer.json())
  const runner = await startRunner(workflow, 'v1.0.1')
  const env = { ...runner.env, KEYSTRIP_PUBLISHER: data.id }
  const options = ['publish', '--trusted', '--json', '--project', id, '--notes', 'Reconnects.']
  return {
    id,
    ...workflow,
    publish: async (packages: Record<string, Uint8Array>) =>
      cli.run([...options, ...(await filesOf(packages))], env),
    stop: runner.stop,
  }
}

test(
  'a workflow is trusted in the browser, and a message says so',
  { tag: '@long' },
  async ({ page }) => {
    const { email, id, workflow } = await publishLink(page)
    const { repository } = workflow
    await page.goto(`/home/user/settings/plugin/${id}`)
    await page.getByRole('link', { name: 'Trust a workflow' }).click()
    await trust(page, { ...workflow, workflow: 'publish.txt' })
    await expect(page.getByLabel('Workflow file')).toHaveAccessibleDescription(
      /Enter a file name that ends in .yml or .yaml/,
    )
    await expect(page.getByLabel('Repository', { exact: true })).toHaveValue(repository)
    await expectNoAxeFaults(page, 'the form of a trusted workflow')
    await trust(page, { ...workflow, repository: `https://github.com/${repository}.git` })
    await expect(added(page)).toBeVisible()
    await mailTo(email, /^New trusted workflow/)
    await page.getByRole('link', { name: 'Done' }).click()
    await expect(entries(page)).toContainText(repository)
    await expect(entries(page)).toContainText('Build server')
    const answer = await page.request.get(`/api/v1/account/publishers?project_id=${id}`)
    const { items } = publishersSchema.parse((await answer.json()).data)
    expect(items).toMatchObject([{ ...workflow, ...ids }])
    await expect(entries(page)).toContainText(`publisher_id: ${items[0]?.id}`)
  },
)

test('a trusted workflow publishes with the command line', { tag: '@long' }, async ({ page }) => {
  const { id, repository, publish, stop } = await publishTrusted(page)
  const address = page.url()
  const { packages } = neteaseTree({ version: '1.0.1' })
  const ran = await publish(packages)
  expect(ran.code, ran.out + ran.err).toBe(0)
  await expectVersion(page, address, '1.0.1')
  await expect(page.locator('.notes').first()).toHaveText('Reconnects.')
  await expect(page.locator('[data-offer=none]').first()).toContainText('Windows')
  const [built] = Object.values(packages)
  expect(Buffer.from(built ?? []).equals(await downloadOffer(page))).toBe(true)
  await page.goto(`/home/user/settings/plugin/${id}`)
  const history = page.getByRole('listitem').filter({ hasText: 'Version 1.0.1 published' })
  await expect(history).toContainText(`Build server ${repository} publish.yml`)
  await expect(entries(page)).toContainText('last used')
  await stop()
})

test(
  'a trusted workflow is limited to releases in the browser',
  { tag: '@long' },
  async ({ page }) => {
    const { id, stop } = await publishTrusted(page)
    await page.goto(`/home/user/settings/plugin/${id}`)
    await narrowEvents(page)
    await expectNoAxeFaults(page, 'the settings with a trusted workflow')
    await stop()
  },
)

test('a workflow that is removed publishes no more', { tag: '@long' }, async ({ page }) => {
  const { id, repository, publish, stop } = await publishTrusted(page)
  const ran = await publish(neteaseTree({ version: '1.0.1' }).packages)
  expect(ran.code, ran.out + ran.err).toBe(0)
  await page.goto(`/home/user/settings/plugin/${id}`)
  await page.getByRole('button', { name: `Remove ${repository} publish.yml` }).click()
  await expect(page.getByText('The workflow is no longer trusted.')).toBeVisible()
  await expect(page.getByText('No trusted workflows.')).toBeVisible()
  const refused = await publish(neteaseTree({ version: '1.0.2' }).packages)
  expect(failureOf({ exit: refused.code, out: refused.out })).toEqual([3, 'oidc_no_publisher'])
  await stop()
})

test('a workflow is trusted and removed without scripts', { tag: '@long' }, async ({ page }) => {
  const { username } = await register(page)
  const id = await publishByApi(page, 'Meadow')
  const plain = await withoutScripts(page)
  await plain.goto(`/home/user/settings/icon/${id}`)
  await plain.getByRole('link', { name: 'Trust a workflow' }).click()
  const repository = `${username}/meadow`
  await trust(plain, { repository: username, workflow: 'release.yml' })
  await expect(plain.getByLabel('Repository', { exact: true })).toHaveAccessibleDescription(
    /Enter owner and name/,
  )
  await expect(plain.getByLabel('Owner ID')).toHaveValue(IDS.repository_owner_id)
  await expect(plain.getByLabel('Service').locator('option:checked')).toHaveText('Build server')
  await trust(plain, { repository, workflow: 'release.yml' })
  await expect(added(plain)).toBeVisible()
  await trust(plain, { repository, workflow: 'release.yml' })
  await expect(plain.getByText('This workflow is already trusted.')).toBeVisible()
  await plain.goto(`/home/user/settings/icon/${id}`)
  await narrowEvents(plain)
  await plain.getByRole('button', { name: `Remove ${repository} release.yml` }).click()
  await expect(plain.getByText('The workflow is no longer trusted.')).toBeVisible()
  await expect(entries(plain)).toHaveCount(0)
})

/** Lets releases alone start the runs of the only workflow on a page of settings. */
async function narrowEvents(page: Page) {
  const entry = entries(page)
  await expect(entry).not.toContainText('triggers:')
  for (const event of ['Tag push', 'Manual run', 'Schedule', 'Release']) {
    await entry.getByText('Change triggers').click()
    await entry.getByRole('checkbox', { name: event, exact: true }).uncheck()
    await entry.getByRole('button', { name: 'Save' }).click()
  }
  await expect(page.getByText('Choose at least one.')).toBeVisible()
  await expect(entry).toContainText('triggers: Release')
}

const messageSchema = z.object({
  command: z.string(),
  params: z.object({ sourcePath: z.string() }),
})

test(
  'an access token of the browser publishes packages with the command line, which installs the one for this machine',
  { tag: '@long' },
  async ({ page }) => {
    const { username } = await register(page)
    const repository = `${username}/tool`
    const manifest = { native: true, uuid: `@${username}/tool`, name: 'Tool' }
    const first = templateTree({ version: '1.0.0', manifest })
    await setRepository(repository, releasedTree(first, { version: '1.0.0', keystrip: username }))
    const id = await publishPlugin(page, repository)
    const address = page.url()
    await page.goto(`/home/user/settings/plugin/${id}`)
    await page.getByRole('link', { name: 'New token for this project' }).click()
    await page.getByLabel('Name').fill('Laptop')
    await page.getByRole('button', { name: 'Create token' }).click()
    const token = await page.getByLabel('Access token', { exact: true }).inputValue()

    const env = { KEYSTRIP_SITE: process.env['E2E_URL'] ?? '', KEYSTRIP_TOKEN: token }
    const { packages } = templateTree({ version: '1.2.0', manifest })
    const options = ['--json', '--project', id]
    const ran = await cli.run(['publish', ...options, ...(await filesOf(packages))], env)
    expect(ran.code, ran.out + ran.err).toBe(0)
    await expectVersion(page, address, '1.2.0')
    await page.getByText('All packages and their hashes').click()
    await expect(page.locator('aside details li')).toHaveCount(Object.keys(packages).length)
    await page.goto(`/home/user/settings/plugin/${id}`)
    await expect(
      page.getByRole('listitem').filter({ hasText: 'Version 1.2.0 published' }),
    ).toContainText('Laptop')

    const application = await startApplication(({ id: message }) => [
      { id: message, success: true },
    ])
    const install = [address, '--output', 'got/', '--port', String(application.port)]
    const installed = await cli.run(['install', ...install, '--json'])
    expect(installed.code, installed.out + installed.err).toBe(0)
    const [message] = application.received
    const { command, params } = messageSchema.parse(message)
    const machine = `${process.platform}-${process.arch}`
    expect([command, path.basename(params.sourcePath)]).toEqual([
      'installPlugin',
      `Tool-${machine}.flexplugin`,
    ])
    const expected = packages[`Tool-${machine}.flexplugin`]
    expect((await readFile(params.sourcePath)).equals(Buffer.from(expected ?? []))).toBe(true)
    await application.stop()
  },
)
