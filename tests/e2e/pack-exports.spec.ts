import { expect } from 'playwright/test'
import { expectNoAxeFaults } from './axe.ts'
import { publishByApi } from './own-projects.ts'
import { register, test } from './people.ts'

test(
  'an icon pack is downloaded in other formats, without scripts too',
  { tag: '@long' },
  async ({ page, browser }) => {
    const { username } = await register(page)
    const id = await publishByApi(page, `Exported by ${username}`)
    const plain = await browser.newPage({ javaScriptEnabled: false })
    await plain.goto(`/home/iconpack/detail/${id}`)
    await plain.getByRole('link', { name: 'Other formats' }).click()
    const saved = plain.waitForEvent('download')
    await plain.getByRole('link', { name: 'Stream Deck' }).click()
    expect((await saved).suggestedFilename()).toMatch(/\.streamDeckIconPack$/)
    await expect(plain.getByRole('link', { name: /PNG/ })).toHaveCount(3)
    await page.goto(`/home/iconpack/detail/${id}/formats`)
    await expectNoAxeFaults(page, 'formats')
  },
)
