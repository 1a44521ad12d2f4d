import { expect } from 'playwright/test'
import { KINDS } from '#lib/contract/kind.ts'
import { readList } from './lists.ts'
import { register, test } from './people.ts'

test(
  'user pages redirect to the stored spelling of a name, or to the own one without a name; an unknown name is 404',
  { tag: '@long' },
  async ({ page }) => {
    const own = await register(page)
    for (const place of ['account', ...KINDS]) {
      for (const name of ['', `/${own.username.toUpperCase()}`]) {
        await page.goto(`/fr/home/user/${place}${name}`)
        await expect(page).toHaveURL(`/fr/home/user/${place}/${own.username}`)
      }
      const missing = await page.request.get(`/home/user/${place}/no-such-name`)
      expect(missing.status(), place).toBe(404)
      expect((await page.request.get(`/home/user/${place}/a%00b`)).status(), place).not.toBe(500)
    }
    expect((await page.goto('/home/user/nothing'))?.status()).toBe(404)
  },
)

test('public lists and pages of an author redirect to the stored spelling; an unknown author is 404', async ({
  request,
}) => {
  const [first] = (await readList({ request }, 'icon/list?limit=1')).items
  const name = first?.author.name ?? ''
  const spelled = encodeURIComponent(name.toUpperCase())
  for (const [path, right] of [
    [`/de/home/author/${spelled}`, `/de/home/author/${encodeURIComponent(name)}`],
    [`/home/iconpack?author=${spelled}`, `/home/iconpack?${new URLSearchParams({ author: name })}`],
  ] as const) {
    const answer = await request.get(path, { maxRedirects: 0 })
    expect(answer.status(), path).toBe(308)
    expect(answer.headers()['location'], path).toBe(right)
    expect((await request.get(right)).status(), right).toBe(200)
  }
  expect((await request.get('/home/author/no-such-name')).status()).toBe(404)
})
