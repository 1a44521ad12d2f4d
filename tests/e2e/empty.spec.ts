import { expect, test } from 'playwright/test'
import { answer, startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { startWebApp } from '#tests/support/web-app.ts'

test(
  'an empty catalogue has its own message, and so do filters without a search term',
  { tag: '@long' },
  async ({ page }) => {
    const backend = await startFaultyBackend()
    backend.behave((req, res) => {
      const isAll = new URL(req.url ?? '', backend.url).searchParams.get('q') === ''
      const found = { term_matches: isAll, suggestions: [], term_is_cut: false }
      answer(res, 200, { items: [], total: 0, total_is_estimate: false, next: null, ...found })
    })
    const site = await startWebApp(backend.url)
    const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true })
    try {
      await page.goto(`${site.url}/home/index`)
      await expect(heading('Nothing here yet')).toBeVisible()
      await page.goto(`${site.url}/home/iconpack`)
      await expect(heading('No icon packs yet')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Publish the first' })).toHaveAttribute(
        'href',
        '/home/user/uploadicon',
      )
      await page.goto(`${site.url}/de/home/page`)
      await expect(heading('Noch keine Seiten')).toBeVisible()
      await page.goto(`${site.url}/home/iconpack?os=linux`)
      await expect(heading('No matches')).toBeVisible()
      await page.goto(`${site.url}/home/search`)
      await expect(heading('Nothing here yet')).toBeVisible()
      await page.goto(`${site.url}/home/search?os=linux`)
      await expect(page.getByText('Try removing a filter.')).toBeVisible()
      await page.goto(`${site.url}/home/search?q=sun`)
      await expect(heading('Nothing found for “sun”')).toBeVisible()
    } finally {
      await site.stop()
      await backend.stop()
    }
  },
)
