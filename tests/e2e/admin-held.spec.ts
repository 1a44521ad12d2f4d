import { expect } from 'playwright/test'
import { zip } from '#demo/archive.ts'
import { admin } from './admin.ts'
import { expectNoAxeFaults } from './axe.ts'
import { publishByApi } from './own-projects.ts'
import { register, test, withoutScripts } from './people.ts'

test(
  'a copy of a hidden project waits, and a moderator publishes it, with and without scripts',
  { tag: '@long' },
  async ({ page, browser }) => {
    const { username } = await register(page)
    // A file of its own: other tests publish the usual ones.
    const content = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M0 0h9v9z"/><title>${username}</title></svg>`
    const buffer = Buffer.from(await zip([{ path: 'icons/held.svg', content }]))
    const file = { name: 'mine.iconpack', mimeType: 'application/zip', buffer }
    const hidden = await publishByApi(page, `First of ${username}`, 'sun', { file })
    const hide = ['hide', 'icon', hidden, '--reason', 'A test'] as const
    expect(await admin(...hide)).toMatchObject({ code: 0 })
    const title = `Second of ${username}`
    const id = await publishByApi(page, title, 'sun', { file })
    const shown = `/home/iconpack/detail/${id}`
    expect((await page.request.get(shown)).status()).toBe(404)

    const moderator = await browser.newPage()
    const { username: name } = await register(moderator)
    const give = ['role', name, 'moderator', '--reason', 'A test'] as const
    expect(await admin(...give)).toMatchObject({ code: 0 })
    await moderator.goto('/admin')
    await moderator.getByRole('link', { name: /held publication/ }).click()
    const held = moderator.getByRole('listitem').filter({ hasText: title })
    await expect(held).toContainText('Its file is that of a hidden project.')
    await expectNoAxeFaults(moderator, 'held publications')

    const plain = await withoutScripts(moderator)
    await plain.goto('/de/admin/held')
    const entry = plain.getByRole('listitem').filter({ hasText: title })
    await entry.getByLabel('Begründung').fill('Drawn by the author')
    await entry.getByRole('button', { name: 'Veröffentlichen' }).click()
    await expect(plain).toHaveURL(/\/de\/admin\/held\?/)
    await expect(entry).toHaveCount(0)
    expect((await page.request.get(shown)).status()).toBe(200)
  },
)
