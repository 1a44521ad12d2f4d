import { expect, type Page } from 'playwright/test'
import { buildManifest, buildKey, buildContainer } from '#tests/support/containers.ts'
import { rawZip } from '#tests/support/raw-zip.ts'
import { fillIn, viewPublished } from './form.ts'
import { register, test } from './people.ts'

const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${inside}</svg>`
const FILES = {
  'icons/Home Sweet.SVG': svg('<path d="M0 0h24v24z"/>'),
  'icons/austria.svg': svg(
    '<path fill="#fff" d="M0 0h24v24H0z"/><path fill="#c8102e" d="M0 0h24v8H0z"/>',
  ),
  'icons/smile.svg': svg('<circle cx="12" cy="12" r="9" fill="#fcea2b" stroke="#000"/>'),
  'icons/photo.svg': svg('<image href="data:image/png;base64,AA==" width="9" height="9"/>'),
  'icons/broken.svg': '<svg><path',
}
const naive = () =>
  rawZip(Object.entries(FILES).map(([path, content]) => ({ path: `My Pack/${path}`, content })))

const choose = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel('File: Choose').setInputFiles({ name, mimeType: 'application/zip', buffer })

const setTheme = (page: Page, theme: string) =>
  page.evaluate((value) => {
    document.documentElement.dataset['theme'] = value
  }, theme)

test('an invalid file is rejected with a message that explains how to fix it', async ({ page }) => {
  await register(page)
  await page.goto('/de/home/user/uploadprofile')
  const send = (buffer: Buffer) =>
    page.getByLabel('Datei: Auswählen').setInputFiles({ name: 'x.flexbar', mimeType: '', buffer })
  await send(Buffer.from('hello'))
  await expect(page.getByRole('group', { name: 'Datei' }).getByRole('alert')).toContainText(
    'Das ist reiner Text',
  )
  await send(buildContainer(buildManifest('flexpage'), []))
  await expect(page.getByRole('group', { name: 'Datei' }).getByRole('alert')).toContainText(
    'Diese Datei gehört zu einer Seite',
  )
  await send(buildContainer('{\n"format": "profile", "format_version": one }', []))
  await expect(page.getByRole('group', { name: 'Datei' }).getByRole('alert')).toContainText(
    'Zeile 2, Spalte 40',
  )
  const pages = [{ id: 'one', name: 'Main', keys: [buildKey({ x: 2100 })] }]
  await send(buildContainer(buildManifest('profile', { pages }), []))
  await expect(page.getByRole('group', { name: 'Datei' }).getByRole('alert')).toContainText(
    '„pages[0].keys[0]“',
  )
})

test(
  'zipped icons are published, each with its own colours in both themes',
  { tag: '@long' },
  async ({ page }) => {
    const { username } = await register(page)
    await page.goto('/home/user/uploadicon')
    await fillIn(page, 'icon', `Colours of ${username}`)
    await choose(page, 'My Pack.zip', naive())
    const notes = page.locator('form').getByText('Please check before you publish').locator('..')
    await expect(notes).toContainText('have the names of their files')
    await expect(notes).toContainText('1 icon has a new name, such as “home-sweet”')
    await expect(page.getByText(/^My Pack\.zip, /)).toBeVisible()
    await expect(page.getByText('Installed as My Pack.iconpack')).toBeVisible()
    const marked = page.getByText('1 of 5 drawings is simplified · 1 of 5 drawings is not shown')
    await marked.click()
    await expect(page.getByText('photo: Simplified: without an embedded picture')).toBeVisible()
    await expect(page.getByText('broken: Not shown: not a valid SVG')).toBeVisible()
    await page.reload()
    await expect(notes).toContainText('There is no licence')
    await page.getByRole('button', { name: 'Publish' }).click()
    await viewPublished(page)

    const ground = (name: string) => page.locator(`#icon-${name} .icon-ground`)
    const mark = page.locator('#icon-photo summary')
    await expect(mark).toHaveAccessibleName('photo: Simplified: without an embedded picture')
    await expect(
      page.getByText('1 drawing is simplified: without an embedded picture (1)'),
    ).toBeVisible()
    // Focus scrolls the page.
    await mark.focus()
    const box = await page.locator('#icon-photo').boundingBox()
    await mark.press('Enter')
    await expect(page.locator('#icon-photo p')).toHaveText(
      'Simplified: without an embedded picture',
    )
    expect(await page.locator('#icon-photo').boundingBox()).toEqual(box)
    await expect(page.locator('#icon-broken')).toContainText('Not shown: not a valid SVG')
    for (const [theme, text, grounds] of [
      ['dark', 'rgb(244, 241, 238)', ['rgb(150, 144, 138)', 'rgb(150, 144, 138)']],
      ['light', 'rgb(31, 27, 22)', ['rgb(188, 181, 172)', 'rgb(188, 181, 172)']],
    ] as const) {
      await setTheme(page, theme)
      const drawing = (name: string, property: string) =>
        ground(name).evaluate(
          (element, of) => getComputedStyle(element, '::before').getPropertyValue(of),
          property,
        )
      expect(await drawing('home-sweet', 'background-color')).toBe(text)
      expect(await drawing('home-sweet', 'mask-image')).toContain('/sheets/')
      expect(await drawing('austria', 'mask-image')).toBe('none')
      expect(await drawing('austria', 'background-image')).toContain('/sheets/')
      await expect(ground('austria')).toHaveCSS('background-color', grounds[0])
      await expect(ground('smile')).toHaveCSS('background-color', grounds[1])
    }
    await setTheme(page, 'dark')
    await page.goto('/home/search?q=austria&kind=icon&view=icons')
    const found = page.getByRole('link', { name: `Colours of ${username}` })
    await expect(found.locator('img')).toHaveCSS('filter', 'none')
    await expect(found.locator('.icon-ground')).toHaveAttribute('data-tone', 'light')
  },
)
