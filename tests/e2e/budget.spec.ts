import { gzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { expect, test } from 'playwright/test'
import { z } from 'zod'
import { readList } from './lists.ts'

/** What lists and details may load above the framework's own minimum, in bytes gzipped. */
const BUDGET = 20 * 1024

const manifestSchema = z.object({ rootMainFiles: z.array(z.string()) })

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

  const manifest = manifestSchema.parse(
    JSON.parse(readFileSync('.next/build-manifest.json', 'utf8')),
  )
  const framework = new Set(manifest.rootMainFiles.map((file) => `/_next/${file}`))
  // What an empty page needs besides: the client side of the router, which every page names.
  const { items } = await readList(page, 'icon/list?limit=1')
  for (const address of ['/home/iconpack', `/home/iconpack/detail/${items[0]?.id}`]) {
    const html = await (await page.request.get(address)).text()
    const scripts = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"[^>]*>/g)]
      .filter(([tag]) => !/nomodule/i.test(tag))
      .map(([, src = '']) => src)
    const own = new Set(scripts.filter((src) => !framework.has(src)))
    expect(scripts.length, address).toBeGreaterThan(own.size)
    const [floor, above] = [await weighAll(framework), await weighAll(own)]
    console.log(
      `${address}: framework ${floor} bytes, above it ${above} bytes in ${own.size} files`,
    )
    expect(above, `${address} loads ${[...own].join(' ')}`).toBeLessThanOrEqual(BUDGET)
  }
})
