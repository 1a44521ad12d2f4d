import { expect, type Page } from 'playwright/test'
import { expectNoAxeFaults } from './axe.ts'
import { edit, newFile, projectOf, save, saved } from './edit.ts'
import { addVersion, publishByApi } from './own-projects.ts'
import { register, test, withoutScripts } from './people.ts'

const settingsOf = (id: string) => `/home/user/settings/icon/${id}`
const detailOf = (id: string) => `/home/iconpack/detail/${id}`

/** Shows a page until it satisfies; caches follow a change within a second. */
const shows = (page: Page, path: string, check: () => Promise<void>) =>
  expect(async () => {
    await page.goto(path)
    await check()
  }).toPass({ timeout: 60_000 })

test(
  'a project is archived and deprecated in its settings, with and without scripts',
  { tag: '@long' },
  async ({ page }) => {
    const { username } = await register(page)
    const id = await publishByApi(page, `Orchard of ${username}`)
    const successor = await publishByApi(page, `Meadow of ${username}`)
    await page.goto(settingsOf(id))
    await page.getByLabel('Archived').check()
    await page.getByLabel('Deprecated: its page advises against using it').check()
    await page.getByLabel('Why?').fill('The meadow has more flowers.')
    await page.getByLabel('What replaces it?').fill('https://elsewhere.example/nowhere')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByLabel('What replaces it?')).toHaveAccessibleDescription(
      /no such project/,
    )
    await expect(page.getByLabel('Why?')).toHaveValue('The meadow has more flowers.')
    await expect(page.getByLabel('Archived')).toBeChecked()
    await page.getByLabel('What replaces it?').fill(new URL(detailOf(successor), page.url()).href)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved.')).toBeVisible()
    await expect(page.getByText('Visibility or deprecation changed')).toBeVisible()
    await expectNoAxeFaults(page, 'the settings of an archived project')

    await shows(page, detailOf(id), async () => {
      await expect(page.getByText('No longer maintained.')).toBeVisible({ timeout: 1000 })
    })
    await expect(page.getByText('The meadow has more flowers.')).toBeVisible()
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
    await expectNoAxeFaults(page, 'an archived project')
    await page
      .getByRole('link', { name: `Meadow of ${username}` })
      .first()
      .click()
    await expect(page).toHaveURL(detailOf(successor))

    await page.goto(`/home/user/icon/${username}`)
    const archived = page.getByRole('article').filter({ hasText: `Orchard of ${username}` })
    await expect(archived.getByText('Archived')).toBeVisible()
    await expect(archived.getByText('Deprecated')).toBeVisible()
    await shows(page, `/home/author/${username}`, async () => {
      await expect(page.getByRole('article')).toHaveCount(1, { timeout: 1000 })
    })

    const plain = await withoutScripts(page)
    await plain.goto(settingsOf(id))
    await expect(plain.getByLabel('Why?')).toHaveValue('The meadow has more flowers.')
    await expect(plain.getByLabel('What replaces it?')).toHaveValue(detailOf(successor))
    await plain.getByLabel('Why?').fill('x'.repeat(301))
    await plain.getByRole('button', { name: 'Save' }).click()
    await expect(plain.getByLabel('Why?')).toHaveAccessibleDescription('Max 300 characters')
    await expect(plain.getByLabel('Why?')).toHaveValue('x'.repeat(301))
    await plain.getByLabel('Why?').fill('')
    await plain.getByLabel('Everywhere').check()
    await plain.getByRole('button', { name: 'Save' }).click()
    await expect(plain.getByText('Saved.')).toBeVisible()
    await shows(page, `/home/author/${username}`, async () => {
      await expect(page.getByRole('article')).toHaveCount(2, { timeout: 1000 })
    })
    await expect(
      page.getByRole('article').filter({ hasText: `Orchard of ${username}` }),
    ).toContainText('Deprecated')
  },
)

test('a new version is scheduled, seen by its author only, and published with a button', async ({
  page,
}) => {
  const { username } = await register(page)
  const id = await publishByApi(page, `Orchard of ${username}`)
  await edit(page, id)
  await page.getByLabel('File: Choose another').setInputFiles(await newFile())
  await expect(page.getByText('mine.iconpack, ')).toBeVisible()
  await page.getByLabel('Version', { exact: true }).fill('2.0.0')
  const soon = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 16)
  await page.getByLabel('Publish later (UTC)').fill(soon)
  await save(page)
  await saved(page)
  expect(await projectOf(page, id)).toMatchObject({ version: '1.0.0' })

  const plain = await withoutScripts(page)
  await plain.goto(`/home/user/editicon?id=${id}`)
  const versions = plain.getByRole('region', { name: 'Versions' })
  await expect(versions.getByText('To be published on')).toBeVisible()
  await plain.getByRole('link', { name: 'Discard the scheduled version 2.0.0' }).click()
  await expect(plain.getByRole('heading', { name: 'Discard version 2.0.0?' })).toBeVisible()
  await plain.getByRole('link', { name: 'Cancel' }).click()
  await plain.getByRole('button', { name: 'Publish version 2.0.0 now' }).click()
  await expect(plain.getByText('Version 2.0.0 is published', { exact: true })).toBeVisible()
  await expect(versions.getByText('To be published on')).toHaveCount(0)
  expect(await projectOf(page, id)).toMatchObject({ version: '2.0.0' })
})

test(
  'a scheduled version is discarded after a question, with and without scripts',
  { tag: '@long' },
  async ({ page }) => {
    const { username } = await register(page)
    const id = await publishByApi(page, `Orchard of ${username}`)
    const publish_at = new Date(Date.now() + 24 * 3_600_000).toISOString()
    await addVersion(page, id, '2.0.0', { publish_at })
    await addVersion(page, id, '3.0.0', { publish_at })
    await edit(page, id)
    await page.getByRole('button', { name: 'Discard the scheduled version 3.0.0' }).click()
    const question = page.getByRole('dialog', { name: 'Discard version 3.0.0?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard the scheduled version 3.0.0' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByText('Version 3.0.0 will not be published').first()).toBeVisible()

    const plain = await withoutScripts(page)
    await plain.goto(`/home/user/editicon?id=${id}`)
    await plain.getByRole('link', { name: 'Discard the scheduled version 2.0.0' }).click()
    await plain.getByRole('button', { name: 'Discard' }).click()
    await expect(
      plain.getByText('Version 2.0.0 will not be published', { exact: true }),
    ).toBeVisible()
    await expect(plain.getByText('To be published on')).toHaveCount(0)
  },
)

test(
  'a pre-release is offered beside the stable version, and promoted',
  { tag: '@long' },
  async ({ page }) => {
    const { username } = await register(page)
    const id = await publishByApi(page, `Orchard of ${username}`)
    await addVersion(page, id, '1.1.0')
    await edit(page, id)
    await page.getByLabel('File: Choose another').setInputFiles(await newFile())
    await expect(page.getByText('mine.iconpack, ')).toBeVisible()
    await page.getByLabel('Version', { exact: true }).fill('2.0.0')
    await page.getByLabel('Channel').selectOption('prerelease')
    await save(page)
    await saved(page)
    expect(await projectOf(page, id)).toMatchObject({ version: '1.1.0' })

    await shows(page, detailOf(id), async () => {
      const first = page.getByRole('region', { name: 'Versions' }).getByRole('listitem').first()
      await expect(first).toContainText('2.0.0Pre-release', { timeout: 1000 })
    })
    await edit(page, id)
    await expectNoAxeFaults(page, 'the form of a project with a pre-release')
    await page.getByRole('button', { name: 'Make version 2.0.0 stable' }).click()
    await expect(page.getByText('Version 2.0.0 is stable now').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Make version 2.0.0 stable' })).toHaveCount(0)
    expect(await projectOf(page, id)).toMatchObject({ version: '2.0.0' })
  },
)
