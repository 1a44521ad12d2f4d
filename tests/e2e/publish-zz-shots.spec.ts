import { readFileSync } from 'node:fs'
import { expect } from 'playwright/test'
import { zip } from '#demo/archive.ts'
import { createPicture } from '#tests/support/images.ts'
import { fillIn, viewPublished } from './form.ts'
import { register, test } from './people.ts'

const OUT = '/tmp/pictures-lab/shots'
test('shots', async ({ page }) => {
  const nice = {
    name: 'nice.gif',
    mimeType: 'image/gif',
    buffer: readFileSync('/tmp/pictures-lab/nice.gif'),
  }
  await register(page)
  await page.goto('/home/user/uploadicon')
  await fillIn(page, 'icon', 'Orbit icons in motion')
  const read = (name: string) => readFileSync(`/tmp/pictures-lab/icons/${name}`)
  const names = ['a.png', 'b.webp', 'c.jpg', 'd.gif', 'e.svg', 'f.png', 'g.webp', 'h.jpg']
  const pack = await zip(names.map((name) => ({ path: `icons/${name}`, content: read(name) })))
  await page
    .getByLabel('File: Replace')
    .setInputFiles({ name: 'raster.iconpack', mimeType: '', buffer: pack })
  await expect(page.getByText('raster.iconpack, ')).toBeVisible()
  await page.getByLabel('Cover: Replace').setInputFiles(nice)
  await expect(page.getByText('nice.gif,')).toBeVisible()
  await page.getByLabel('Gallery: Add pictures').setInputFiles([
    { ...nice, name: 'g1.gif' },
    { name: 'g2.png', mimeType: 'image/png', buffer: await createPicture() },
  ])
  await expect(page.getByLabel('What does it show?')).toHaveCount(4)
  await page.screenshot({ path: `${OUT}/form.png`, fullPage: true })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await viewPublished(page)
  for (const theme of ['dark', 'light'])
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.reload()
      await page.evaluate((value) => {
        document.documentElement.dataset['theme'] = value
      }, theme)
      await page.waitForLoadState('networkidle')
      await page.waitForTimeout(500)
      await page.screenshot({ path: `${OUT}/still-${theme}-${width}.png`, fullPage: true })
      await page.locator('.cover label').click()
      await page.waitForTimeout(1500)
      await page.screenshot({ path: `${OUT}/moving-${theme}-${width}.png` })
    }
})
