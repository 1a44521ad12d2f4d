import { mkdir } from 'node:fs/promises'
import { chromium } from 'playwright'
import sharp from 'sharp'
import { z } from 'zod'
import { listSchema } from '#lib/contract/list.ts'
import { findChromium } from './chromium.ts'

/* `npm run screenshots -- URL`: the pictures of docs/screenshots, taken from a running site. */

const [url = 'http://localhost:3000'] = process.argv.slice(2)
const FOLDER = 'docs/screenshots'

const list = await fetch(`${url}/api/v1/icon/list?limit=1`)
const [first] = z.object({ data: listSchema }).parse(await list.json()).data.items
const SCREENS = {
  home: '/home/index',
  list: '/home/iconpack',
  detail: `/home/iconpack/detail/${first?.id}`,
}

await mkdir(FOLDER, { recursive: true })
const browser = await chromium.launch({
  executablePath: findChromium(console.log),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
for (const theme of ['dark', 'light']) {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    const context = await browser.newContext({ viewport: { width, height } })
    await context.addInitScript((value) => localStorage.setItem('theme', value), theme)
    const page = await context.newPage()
    for (const [name, path] of Object.entries(SCREENS)) {
      await page.goto(`${url}${path}`, { waitUntil: 'networkidle' })
      const file = `${FOLDER}/${name}-${theme}-${width}.png`
      await sharp(await page.screenshot())
        .png({ palette: true, quality: 80 })
        .toFile(file)
      console.log(file)
    }
    await context.close()
  }
}
await browser.close()
