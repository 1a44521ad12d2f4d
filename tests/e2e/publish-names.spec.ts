import { expect, type Page } from 'playwright/test'
import iconv from 'iconv-lite'
import { SVG } from '#tests/support/containers.ts'
import { rawZip } from '#tests/support/raw-zip.ts'
import { register, test, withoutScripts } from './people.ts'

/** Three names by a Mac from before Unicode, in an archive of another system. */
const NAMES = ['Größe', 'Ärger', 'Straße']
const pack = {
  name: 'Namen.zip',
  mimeType: 'application/zip',
  buffer: rawZip(
    NAMES.map((name) => ({
      path: '',
      nameBytes: iconv.encode(`${name}.svg`, 'macroman'),
      isMarked: false,
      content: SVG,
    })),
  ),
}
const right = (page: Page) => page.getByRole('button', { name: `${NAMES.join(', ')} macroman` })

test('names that may be in several encodings are read in the one that is chosen', async ({
  page,
}) => {
  await register(page)
  await page.goto('/home/user/uploadicon')
  await page.getByLabel('File: Choose').setInputFiles(pack)
  // The drawings are prepared first.
  await expect(right(page)).toHaveAttribute('aria-pressed', 'false', { timeout: 30_000 })
  await right(page).click()
  await expect(right(page)).toHaveAttribute('aria-pressed', 'true', { timeout: 30_000 })
  await expect(page.getByText('They were read as macroman: “Größe, Ärger, Straße”')).toBeVisible()
})

test('without scripts they are, too', async ({ page }) => {
  const { username } = await register(page)
  const plain = await withoutScripts(page)
  await plain.goto('/home/user/uploadicon')
  await plain.getByLabel('File: Choose').setInputFiles(pack)
  await plain.getByLabel('Title').fill(`Names of ${username}`)
  await plain.getByRole('button', { name: 'Publish' }).click()
  await right(plain).click()
  await expect(right(plain)).toHaveAttribute('aria-pressed', 'true')
  await expect(plain.getByLabel('Title')).toHaveValue(`Names of ${username}`)
})
