import { expect, type Page } from 'playwright/test'
import { expectNoAxeFaults } from './axe.ts'
import { container } from './form.ts'
import { addVersion, publishByApi } from './own-projects.ts'
import { register, test } from './people.ts'

/** An icon pack. @returns its id, title and file, and what adds a newer version. */
async function publishOne(page: Page) {
  const { username } = await register(page)
  const title = `Installed by ${username}`
  const file = await container('.iconpack', `sun-${username}`)
  const id = await publishByApi(page, title, '', { file })
  return { id, title, file, addNewer: () => addVersion(page, id, '1.1.0', { notes: 'A comet.' }) }
}

/** Waits until pages show the newer version: the site has forgotten what it kept from before. */
const untilNewer = (page: Page, id: string) =>
  expect
    .poll(async () => (await page.request.get(`/home/iconpack/detail/${id}`)).text())
    .toContain('1.1.0')

test('a file is answered by its hash; neither the file nor its name leaves the browser', async ({
  page,
}) => {
  const { id, title, file, addNewer } = await publishOne(page)
  // The scripts take over the page as it is, although it was sent before the last change: they keep what was chosen before.
  const { promise: changed, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/_flight/**', async (route) => {
    await changed
    await route.continue()
  })
  await page.goto('/home/installed')
  await addNewer()
  await untilNewer(page, id)
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.postData() ?? ''))
  await page.getByLabel('Choose files').setInputFiles({ ...file, name: 'private-name.iconpack' })
  release()
  const newer = page.getByRole('region', { name: /^Newer version available/ })
  await expect(newer.getByRole('listitem')).toContainText(`${title}1.0.0 → 1.1.0`)
  await expect(newer).toContainText('private-name.iconpack')
  await newer.getByText('Notes').click()
  await expect(newer.getByText('A comet.')).toBeVisible()
  await expectNoAxeFaults(page, 'what is installed')
  expect(errors).toEqual([])
  expect(sent.join('\n')).not.toContain('private-name')
  expect(sent.join('\n')).not.toContain('icons/')
  await newer.getByRole('link', { name: 'What changed since 1.0.0' }).click()
  await expect(page).toHaveURL(`/home/iconpack/detail/${id}/compare/1.0.0...1.1.0`)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the server answers a list: what is newer, withdrawn, gone and unknown', async ({
    page,
  }) => {
    const { id, title, addNewer } = await publishOne(page)
    await addNewer()
    const yanked = await page.request.put(`/api/v1/icon/${id}/versions/1.0.0`, {
      headers: { 'sec-fetch-site': 'same-origin' },
      data: { yanked: true, reason: 'It has the wrong sun.' },
    })
    expect(await yanked.json()).toMatchObject({ code: 200 })
    await page.goto('/home/installed')
    await expect(page.getByLabel('Choose files')).toBeHidden()
    const lines = [`${id} 1.0.0`, 'nothing-here 1.0.0', 'ab'.repeat(32), 'no line']
    await page.getByLabel('Installed').fill(lines.join('\n'))
    await page.getByRole('button', { name: 'Check for updates' }).click()
    const group = (name: RegExp) => page.getByRole('region', { name }).getByRole('listitem')
    await expect(group(/^Newer/)).toContainText(title)
    await expect(group(/^Newer/)).toContainText('It has the wrong sun.')
    await expect(group(/^Newer/).getByRole('link', { name: /^What changed/ })).toHaveCount(0)
    await expect(group(/^No longer available/)).toHaveText('nothing-here 1.0.0')
    await expect(group(/^Unknown/)).toHaveText('ab'.repeat(32))
    await expect(page.getByLabel('Installed')).toHaveAccessibleDescription(/no line/)
    await expect(page.getByLabel('Installed')).toHaveValue(lines.join('\n'))
  })

  test('a list of more than 500 items is refused and stays', { tag: '@long' }, async ({ page }) => {
    await page.goto('/de/home/installed')
    const lines = Array.from({ length: 501 }, (_, at) => `a${at} 1.0.0`).join('\n')
    await page.getByLabel('Installiert').fill(lines)
    await page.getByRole('button', { name: 'Nach Updates suchen' }).click()
    await expect(page.getByText('Höchstens 500 auf einmal')).toBeVisible()
    await expect(page.getByLabel('Installiert')).toHaveValue(lines)
  })
})
