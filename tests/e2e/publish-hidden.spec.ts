import { expect, type Page } from 'playwright/test'
import { expectNoAxeFaults } from './axe.ts'
import { admin } from './admin.ts'
import { publishByApi } from './own-projects.ts'
import { register, test, withoutScripts } from './people.ts'

const hiddenPage = (id: string) => `/home/user/hidden/icon/${id}`
const REASON = 'Drawn by another person'

/** A hidden project with a file of its own. @returns its id. */
async function hidden(page: Page, username: string): Promise<string> {
  const id = await publishByApi(page, `Orchard of ${username}`, `sun-${username}`)
  expect(await admin('hide', 'icon', id, '--reason', REASON)).toMatchObject({ code: 0 })
  return id
}

test(
  'the author of a hidden project reads it, answers and downloads, with and without scripts',
  { tag: '@long' },
  async ({ page }) => {
    const { username } = await register(page)
    const id = await hidden(page, username)
    await page.goto(`/home/user/icon/${username}`)
    const own = page.getByRole('article')
    await expect(own.getByText(REASON)).toBeVisible()
    await own.getByRole('link', { name: `Orchard of ${username}`, exact: true }).click()
    await expect(page).toHaveURL(hiddenPage(id))
    await expect(page.getByText(REASON)).toBeVisible()
    // The cover has no alternative text here.
    const cover = page.getByRole('main').locator('img')
    await cover.scrollIntoViewIfNeeded()
    await expect
      .poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    await expectNoAxeFaults(page, 'a hidden project')

    await page.getByRole('button', { name: 'Send reply' }).click()
    const field = page.getByLabel('Your reply')
    await expect(field).toHaveAccessibleDescription(/Write a reply first/)
    await field.fill('I drew it myself.')
    await page.getByRole('button', { name: 'Send reply' }).click()
    await expect(page.getByText('Your reply was sent.')).toBeVisible()
    await expect(page.getByRole('listitem').getByText('I drew it myself.')).toBeVisible()
    await expect(field).toHaveValue('')

    const link = page.getByRole('link', { name: /^Download .*iconpack/ })
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toMatch(/\.iconpack$/)

    const plain = await withoutScripts(page)
    await plain.goto(`/fr/home/user/editicon?id=${id}`)
    await expect(plain).toHaveURL(`/fr${hiddenPage(id)}`)
    await plain.getByLabel('Votre réponse').fill('x'.repeat(2001))
    await plain.getByRole('button', { name: 'Envoyer la réponse' }).click()
    await expect(plain.getByLabel('Votre réponse')).toHaveValue('x'.repeat(2001))
    await plain.getByLabel('Votre réponse').fill('Voici mes croquis.')
    await plain.getByRole('button', { name: 'Envoyer la réponse' }).click()
    await expect(plain.getByText('Votre réponse a été envoyée.')).toBeVisible()
    expect((await admin('hidden')).said).toMatch(/I drew it myself\.[\s\S]*Voici mes croquis\./)

    await plain.goto(`/home/user/delete/icon/${id}`)
    await expect(plain.getByText('the operator keeps the files for 30 days')).toBeVisible()
    await plain.getByRole('button', { name: 'Delete' }).click()
    await expect(plain).toHaveURL(/\/home\/user\/icon\//)
    expect((await page.goto(hiddenPage(id)))?.status()).toBe(404)
    expect((await admin('hidden')).said).toContain('deleted by its author')
    expect((await admin('files', 'icon', id)).said).toMatch(/^[0-9a-f]{64} {2}\d+ {2}/)
  },
)

test(
  'a copy of a hidden project is held until the operator releases or refuses it',
  { tag: '@long' },
  async ({ page }) => {
    const { username } = await register(page)
    await hidden(page, username)
    const meadow = await publishByApi(page, `Meadow of ${username}`, `sun-${username}`)
    const lake = await publishByApi(page, `Lake of ${username}`, `sun-${username}`)
    await page.goto(`/home/user/published/icon/${meadow}`)
    await expect(page).toHaveURL(hiddenPage(meadow))
    await expect(page.getByText('Only you can see it until they decide')).toBeVisible()
    await page.goto(`/home/user/icon/${username}`)
    const held = page.getByRole('article').filter({ hasText: 'It’s waiting for review.' })
    await expect(held).toHaveCount(2)
    await expectNoAxeFaults(page, 'a list with held projects')
    expect((await admin('held')).said).toContain('the same file as the hidden icon')

    const said = { code: 0 }
    expect(await admin('release', 'icon', meadow, '--reason', 'It is yours')).toMatchObject(said)
    expect(await admin('refuse', 'icon', lake, '--reason', 'The same again')).toMatchObject(said)
    expect((await page.goto(`/home/iconpack/detail/${meadow}`))?.status()).toBe(200)
    expect((await page.goto(`/home/iconpack/detail/${lake}`))?.status()).toBe(404)
    await page.goto(`/home/user/icon/${username}`)
    await expect(page.getByText('The same again')).toBeVisible()
    await expect(held).toHaveCount(0)
  },
)
