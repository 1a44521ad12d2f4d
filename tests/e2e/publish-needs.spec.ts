import { expect } from 'playwright/test'
import { buildContainer, buildManifest } from '#tests/support/containers.ts'
import { pluginRepository, SECOND_GENERATION } from '#tests/support/github-stub.ts'
import { setRepository } from '#tests/support/stand-ins.ts'
import { expectNoAxeFaults } from './axe.ts'
import { addVersion, publishByApi, publishPlugin } from './own-projects.ts'
import { register, test } from './people.ts'

test(
  'the page of a plugin names what it needs and what needs it, and its author reads that before a deletion',
  { tag: '@long' },
  async ({ page }) => {
    const { username } = await register(page)
    const names = { link: `@${username}/link`, music: `@${username}/music` }
    const add = async (name: keyof typeof names, dependencies: object[]) => {
      const said = { ...JSON.parse(SECOND_GENERATION), uuid: names[name], dependencies }
      const manifest = JSON.stringify({ ...said, name: `${name} of ${username}`, native: false })
      const repository = `${username}/${name}`
      const release = { tag: 'v1.0.1', assets: [`${name}.flexplugin`] }
      await setRepository(
        repository,
        pluginRepository({
          root: ['src/', 'manifest.json'],
          files: { 'manifest.json': manifest },
          release,
        }),
      )
      return publishPlugin(page, repository)
    }
    const link = await add('link', [])
    await add('music', [
      { uuid: names.link, minVersion: '9.0.0' },
      { uuid: `@${username}/none`, minVersion: '1.0.0' },
    ])
    const needs = page.getByRole('region', { name: 'Needs' })
    await expect(needs.getByRole('listitem').first()).toContainText('9.0.0 or later')
    await expect(needs.getByRole('listitem').first()).toContainText('Only 1.0.1 is on this site')
    await expect(needs.getByText('Not on this site')).toBeVisible()
    await expectNoAxeFaults(page, 'a plugin that needs others')
    await needs.getByRole('link', { name: `link of ${username}` }).click()
    await expect(page).toHaveURL(new RegExp(`/plugin/detail/${link}`))
    const users = page.getByRole('region', { name: 'Used by' })
    await expect(users.getByRole('link', { name: `music of ${username}` })).toBeVisible()
    const warning = page.getByText(
      `1 project needs it and will show what is missing: music of ${username}.`,
    )
    await page.goto(`/home/user/delete/plugin/${link}`)
    await expect(warning).toBeVisible()
    await page.goto(`/home/user/plugin/${username}`)
    await page.getByRole('button', { name: `Delete link of ${username}` }).click()
    await expect(page.getByRole('dialog')).toContainText(
      `1 project needs it and will show what is missing: music of ${username}`,
    )
  },
)

test(
  'the page of a pack names what its file needs, with a link that installs it, and authors read who needs theirs',
  { tag: '@long' },
  async ({ page }) => {
    const { username } = await register(page)
    const base = await publishByApi(page, `Base of ${username}`)
    await addVersion(page, base, '1.1.0')
    const manifest = buildManifest('iconpack', {
      format_version: 3,
      requires: [
        { kind: 'icon', id: base, minimum: '1.1.0' },
        { kind: 'plugin', id: `@${username}/none` },
      ],
    })
    const buffer = buildContainer(manifest)
    const file = { name: 'more.iconpack', mimeType: 'application/zip', buffer }
    const more = await publishByApi(page, `More of ${username}`, 'sun', { file })
    await page.goto(`/home/iconpack/detail/${more}`)
    const needs = page.getByRole('region', { name: 'Needs' })
    const [first, second] = [
      needs.getByRole('listitem').first(),
      needs.getByRole('listitem').last(),
    ]
    await expect(first).toContainText('Icon pack · 1.1.0 or later')
    await expect(first).toContainText('On this site')
    const install = first.getByRole('link', { name: `Install Base of ${username}` })
    await expect(install).toHaveAttribute('href', new RegExp(base))
    await expect(second).toContainText('Not on this site')
    await expect(second.getByRole('link')).toHaveCount(0)
    await expect(needs).toContainText(`keystrip install ${more}`)
    await expectNoAxeFaults(page, 'a pack that needs others')
    const names = `1 project needs it and will show what is missing: More of ${username}.`
    for (const path of [`delete/icon/${base}`, `withdraw/icon/${base}/1.1.0`]) {
      await page.goto(`/home/user/${path}`)
      await expect(page.getByText(names)).toBeVisible()
    }
    await page.goto(`/home/user/settings/icon/${base}`)
    await expect(page.getByText(`1 project needs it: More of ${username}.`)).toBeVisible()
    await page.goto(`/home/user/editicon?id=${base}`)
    await page.getByRole('button', { name: 'Withdraw version 1.1.0' }).click()
    await expect(page.getByRole('dialog')).toContainText(names)
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await expect(page.getByText('Version 1.1.0 is withdrawn', { exact: true })).toBeVisible()
    await page.goto(`/home/iconpack/detail/${more}`)
    await expect(first).toContainText('Withdrawn')
    await expect(install).toHaveCount(0)
  },
)
