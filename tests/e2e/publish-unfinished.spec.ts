import { expect, type Page } from 'playwright/test'
import { expectNoAxeFaults } from './axe.ts'
import { register, test, withoutScripts } from './people.ts'

const MB = 1024 * 1024

/** Begins an upload of 8 MB and sends a quarter of it. */
const begin = (page: Page, name: string) =>
  page.evaluate(
    async ({ fileName, size }) => {
      const begun = await fetch('/api/v1/uploads', {
        method: 'POST',
        headers: {
          'tus-resumable': '1.0.0',
          'upload-length': String(size),
          'upload-metadata': `filename ${btoa(fileName)},purpose ${btoa('project')}`,
        },
      })
      const sent = await fetch(begun.headers.get('location') ?? '', {
        method: 'PATCH',
        headers: {
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
        },
        body: new Uint8Array(size / 4),
      })
      return [begun.status, sent.status]
    },
    { fileName: name, size: 8 * MB },
  )

test(
  'unfinished uploads are listed with their progress, and discarded without scripts',
  { tag: '@long' },
  async ({ page }) => {
    await register(page)
    await page.goto('/home/user')
    expect(await begin(page, 'apples & pears.iconpack')).toEqual([201, 200])
    await page.reload()
    await expect(page.getByText(/^25% of 8/)).toBeVisible()
    await expectNoAxeFaults(page, 'a list of unfinished uploads')
    const plain = await withoutScripts(page)
    await plain.goto(page.url())
    await expect(plain.getByRole('heading', { name: 'Unfinished uploads' })).toBeVisible()
    await plain.getByRole('button', { name: /^Discard the upload of .*apples & pears/ }).click()
    await expect(plain.getByText('Upload discarded')).toBeVisible()
    await expect(plain.getByRole('heading', { name: 'Unfinished uploads' })).toHaveCount(0)
  },
)
