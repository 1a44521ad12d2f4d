import { gzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { expect, test } from 'playwright/test'
import { readList } from './lists.ts'

/** What lists and details may load above the framework's own minimum, in bytes gzipped. */
const BUDGET = 20 * 1024

/** The scripts that a browser of today loads for a page. */
function scriptsOf(html: string): string[] {
  return [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"[^>]*>/g)]
    .filter(([tag]) => !/nomodule/i.test(tag))
    .map(([, src = '']) => src)
}

test('lists and details load at most 20 kB of JavaScript above the framework’s minimum', async ({
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

  // A page of its own layout without any client component: what the framework itself needs.
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
