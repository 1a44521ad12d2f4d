import { readFileSync } from 'node:fs'
import { zip } from '#demo/archive.ts'
import { publishByApi } from './own-projects.ts'
import { register, test } from './people.ts'

const OUT = '/tmp/pictures-lab/shots'
test('shots', async ({ page }) => {
  const nice = {
    name: 'nice.gif',
    mimeType: 'image/gif',
    buffer: readFileSync('/tmp/pictures-lab/nice.gif'),
  }
  await register(page)
  const read = (name: string) => readFileSync(`/tmp/pictures-lab/icons/${name}`)
  const names = ['a.png', 'b.webp', 'c.jpg', 'd.gif', 'e.svg', 'f.png', 'g.webp', 'h.jpg']
  const pack = await zip(names.map((name) => ({ path: `icons/${name}`, content: read(name) })))
  const id = await publishByApi(page, 'Orbit icons in motion', 'sun', {
    file: { name: 'r.iconpack', mimeType: 'application/zip', buffer: pack },
    cover: nice,
    one: { ...nice, name: 'g1.gif' },
  })
  await page.goto(`/home/iconpack/detail/${id}`)
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
