import { expect, type Page, test } from 'playwright/test'
import { admin } from './admin.ts'
import { readList } from './lists.ts'

const shows = async (page: Page, path: string, text: string) => {
  const answer = await page.request.get(path)
  return answer.ok() && (await answer.text()).includes(text)
}

test('an operator hides a project with one command and restores it', async ({ page, baseURL }) => {
  const { items } = await readList(page, 'icon/list?limit=1&sort=recent')
  const { id = '', title = '', author, cover } = items[0] ?? {}
  const detail = `/home/iconpack/detail/${id}`
  const paths = [
    detail,
    `/fr${detail}`,
    '/home/iconpack?sort=recent',
    `/home/iconpack?author=${encodeURIComponent(author?.name ?? '')}`,
    `/home/search?q=${encodeURIComponent(title)}`,
    '/feeds/en/all.xml',
    '/feeds/ja/icon.xml',
    '/sitemaps/projects-0.xml',
    `/embed/de/icon/${id}`,
  ]
  const own = encodeURIComponent(`${baseURL}${detail}`)
  const pictures = [cover?.url ?? '', ...(cover?.sources ?? []).map(({ url }) => url)]
  const shared = [`/cards/en/icon/${id}.jpg`, `/oembed?url=${own}`, ...pictures]
  const statuses = () =>
    Promise.all(shared.map(async (path) => (await page.request.get(path)).status()))
  for (const path of paths) expect(await shows(page, path, `/detail/${id}`), path).toBe(true)

  const reason = 'Drawn by another person'
  expect(await admin('hide', `${baseURL}/fr${detail}?from=mail`, '--reason', reason)).toMatchObject(
    {
      code: 0,
      said: expect.stringContaining(`Hidden: icon ${id}`),
    },
  )
  for (const path of paths) expect(await shows(page, path, `/detail/${id}`), path).toBe(false)
  expect((await page.goto(detail))?.status()).toBe(404)
  expect(await statuses()).toEqual(shared.map(() => 404))
  expect((await admin('hidden')).said).toContain(reason)
  expect(await admin('hide', 'icon', id, '--reason', reason)).toMatchObject({ code: 1 })

  expect(await admin('restore', 'icon', id, '--reason', 'A mistake')).toMatchObject({ code: 0 })
  for (const path of paths) expect(await shows(page, path, `/detail/${id}`), path).toBe(true)
  expect(await statuses()).toEqual(shared.map(() => 200))
  expect((await admin('hidden')).said).not.toContain(id)
  expect((await admin('audit')).said).toMatch(/restore[\s\S]*A mistake[\s\S]*hide[\s\S]*Drawn/)
})

test(
  'an invalid or incomplete command shows what is wrong and changes nothing',
  { tag: '@long' },
  async ({ page }) => {
    const { items } = await readList(page, 'plugin/list?limit=1')
    const id = items[0]?.id ?? ''
    expect((await admin('hide', 'plugin', id)).said).toContain('A reason is required')
    expect((await admin('hide', 'plugin')).said).toContain('Which project?')
    expect((await admin('burn', 'plugin', id)).said).toContain('Usage:')
    expect((await admin('hide', 'plugin', 'nothing-like-it', '--reason', 'x')).said).toContain(
      'No such project',
    )
    expect((await page.goto(`/home/plugin/detail/${id}`))?.status()).toBe(200)
  },
)
