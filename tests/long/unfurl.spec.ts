import { expect, test } from 'playwright/test'
import ogs from 'open-graph-scraper'
import sharp from 'sharp'
import { unfurl } from 'unfurl.js'
import { KINDS } from '#lib/contract/kind.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { readList } from '#tests/e2e/lists.ts'
import { shownName } from '#lib/contract/name/name.ts'

test('two unfurling libraries find title, text, picture and card of a project', async ({
  page,
  baseURL,
}) => {
  for (const kind of KINDS) {
    const { items } = await readList(page, `${kind}/list?limit=3`)
    for (const [at, project] of items.entries()) {
      const locale = LOCALES[at % LOCALES.length] ?? 'en'
      const path = localePath(locale, paths.detail(project))
      const url = `${baseURL}${path}`
      // The fetcher of this library rejects hosts without a dot.
      const html = await (await page.request.get(url)).text()
      const { error, result } = await ogs({ html })
      expect(error, url).toBe(false)
      expect(result, url).toMatchObject({
        ogTitle: expect.stringContaining(`${project.title} · `),
        ogUrl: url,
        ogSiteName: 'Keystrip',
        ogType: 'article',
        twitterCard: 'summary_large_image',
      })
      expect(result.ogDescription, url).toBeTruthy()
      const [image] = result.ogImage ?? []
      const picture = await page.request.get(image?.url ?? '')
      const { format, width, height } = await sharp(await picture.body()).metadata()
      expect({ format, width, height }, url).toEqual({ format: 'jpeg', width: 1200, height: 630 })
      expect([image?.width, image?.height].map(Number), url).toEqual([1200, 630])

      const found = await unfurl(url, { follow: 0 })
      expect(found.open_graph.title, url).toContain(`${project.title} · `)
      expect(found.open_graph.images?.[0]?.url, url).toBe(image?.url)
      expect(found.oEmbed, url).toMatchObject({
        type: 'rich',
        title: project.title,
        author_name: shownName(project.author),
      })
    }
  }
})
