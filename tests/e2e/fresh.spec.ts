import { expect, test } from 'playwright/test'
import { startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { startWebApp } from '#tests/support/web-app.ts'
import { readList } from './lists.ts'
import { headOnly } from '#tests/support/head.ts'

const INTERNAL_SECRET = 'what-only-the-operator-knows'

/** Starts a web app in front of the real catalogue and records its backend requests. */
async function startSite() {
  const backend = await startFaultyBackend()
  backend.behave(async (req, res) => {
    const answer = await fetch(`${process.env['E2E_BACKEND_URL'] ?? ''}${req.url}`)
    res.writeHead(answer.status, { 'content-type': 'application/json' })
    res.end(await answer.text())
  })
  const web = await startWebApp(backend.url, { INTERNAL_SECRET })
  return {
    /** Paths requested from the backend while a page is rendered. */
    questionsOf: async (path: string) => {
      const before = backend.requests.length
      const answer = await fetch(`${web.url}${path}`)
      expect(answer.status, path).toBe(200)
      await answer.text()
      return backend.requests.slice(before).map(({ url }) => url.replace('/api/v1', ''))
    },
    tell: async (body: unknown, secret = INTERNAL_SECRET) => {
      const headers = {
        authorization: `Bearer ${secret}`,
        origin: web.url,
        'content-type': 'application/json',
      }
      const request = { method: 'POST', headers, body: JSON.stringify(body) }
      return (await headOnly(fetch(`${web.url}/api/revalidate`, request))).status
    },
    stop: async () => {
      await web.stop()
      await backend.stop()
    },
  }
}

test(
  'a change revalidates the pages that show the project, and no others',
  { tag: '@long' },
  async ({ request }) => {
    const { items } = await readList({ request }, 'icon/list?limit=20')
    const [changed] = items
    const other = items.find(({ author }) => author.name !== changed?.author.name)
    const [plugin] = (await readList({ request }, 'plugin/list?limit=1')).items
    const name = encodeURIComponent(changed?.author.name ?? '')
    const showing = [
      '/home/index',
      '/fr/home/index',
      '/home/iconpack',
      '/ja/home/iconpack?sort=name',
      `/home/iconpack?author=${name}`,
      `/home/iconpack/detail/${changed?.id}`,
      `/de/home/iconpack/detail/${changed?.id}`,
    ]
    const shared = [`/cards/fr/icon/${changed?.id}.jpg`, `/embed/ja/icon/${changed?.id}`]
    const related = await request.get(`/api/v1/icon/${other?.id}/related`)
    const isNear = (await related.text()).includes(`"${changed?.id}"`)
    const near = `/home/iconpack/detail/${other?.id}`
    const others = ['/home/plugin', '/fr/home/plugin?sort=name', '/home/profile', '/home/faq']
    others.push(`/home/plugin/detail/${plugin?.id}`, `/cards/fr/plugin/${plugin?.id}.jpg`)
    const all = [...showing, ...shared, near, ...others]
    const site = await startSite()
    try {
      const questions = async (paths: string[]) => {
        const asked = await Promise.all(paths.map(site.questionsOf))
        return asked.flat().length
      }
      await expect.poll(() => questions(all)).toBe(0)

      const change = { kind: 'icon', id: changed?.id, author: changed?.author.name }
      expect(await site.tell(change, 'a-wrong-secret')).toBe(404)
      expect(await site.tell({ ...change, kind: 'house' })).toBe(400)
      expect(await questions(all)).toBe(0)

      expect(await site.tell(change)).toBe(204)
      for (const path of others) expect(await site.questionsOf(path), path).toEqual([])
      // A page that lists it as related: only that part is requested again.
      const listed = isNear ? [`/icon/${other?.id}/related?view=card`] : []
      expect(await site.questionsOf(near)).toEqual(listed)
      const asked: string[] = []
      for (const path of showing) asked.push(...(await site.questionsOf(path)))
      expect(asked).toEqual(expect.arrayContaining([`/icon/${changed?.id}`]))
      expect(asked.filter((url) => url.startsWith('/icon/list')).length).toBeGreaterThan(2)
      expect(asked.filter((url) => url.startsWith('/index/popular?kind=icon'))).toHaveLength(1)
      expect(asked.filter((url) => /plugin|profile|flexpage/.test(url))).toEqual([])
      expect(new Set(asked).size, 'each question is asked once').toBe(asked.length)
      // Cards and embeds are made of the same answers.
      const again = await Promise.all(shared.map(site.questionsOf))
      expect(again.flat()).not.toContain(`/icon/${changed?.id}`)
      expect(await questions(all)).toBe(0)
    } finally {
      await site.stop()
    }
  },
)
