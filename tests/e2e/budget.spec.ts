import { gzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { expect, test } from 'playwright/test'
import { readList } from './lists.ts'

/** JavaScript of lists and detail pages above the framework's minimum: limit in gzipped bytes. */
const BUDGET = 20 * 1024

/** URLs of the scripts that a modern browser loads for a page: all except `nomodule`. */
function scriptsOf(html: string): string[] {
  return [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"[^>]*>/g)]
    .filter(([tag]) => !/nomodule/i.test(tag))
    .map(([, src = '']) => src)
}

test('lists and detail pages load at most 20 kB of JavaScript above the framework’s minimum', async ({
  page,
}) => {
  const sizes = new Map<string, number>()
  async function weigh(path: string): Promise<number> {
    const known = sizes.get(path)
    if (known !== undefined) return known
    const size = gzipSync(await (await page.request.get(path)).body()).length
    sizes.set(path, size)
    return size
  }
  async function weighAll(paths: Iterable<string>): Promise<number> {
    let sum = 0
    for (const path of paths) sum += await weigh(path)
    return sum
  }

  // The not-found page has its own layout and no client components: it loads only the framework.
  const framework = new Set(scriptsOf(readFileSync('.next/server/app/_not-found.html', 'utf8')))
  const { items } = await readList(page, 'icon/list?limit=1')
  for (const address of ['/home/iconpack', `/home/iconpack/detail/${items[0]?.id}`]) {
    const html = await (await page.request.get(address)).text()
    const scripts = scriptsOf(html)
    const own = new Set(scripts.filter((src) => !framework.has(src)))
    expect(scripts.length, address).toBeGreaterThan(own.size)
    const [floor, above] = [await weighAll(framework), await weighAll(own)]
    console.log(
      `${address}: framework ${floor} bytes, above it ${above} bytes in ${own.size} files`,
    )
    expect(above, `${address} loads ${[...own].join(' ')}`).toBeLessThanOrEqual(BUDGET)
  }
})
