import { readFileSync } from 'node:fs'
import { parseFeed } from '@rowanmanning/feed-parser'
import { expect, test } from 'playwright/test'
import { buildProject } from '#tests/support/builders.ts'
import { answer, startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { HOSTILE_STRINGS } from '#tests/support/hostile/strings.ts'
import { WORST_MARKDOWN } from '#tests/support/hostile/markdown.ts'
import { headOnly } from '#tests/support/head.ts'
import { isWhole } from '#tests/support/whole.ts'
import { startWebApp } from '#tests/support/web-app.ts'

/** CPU time of a process so far, in ms, without its children (Linux, 100 ticks per second). */
function cpuMs(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

const isSampled = (_: unknown, at: number) => isWhole || at % 3 === 0
const texts = WORST_MARKDOWN.filter(isSampled).map(([, text]) => text)
const STRINGS = HOSTILE_STRINGS.filter((_, at) => isWhole || at % 6 === 0)
/** A project with a worst-case description; the number at its start makes each text unique. */
const projectOf = (at: number) =>
  buildProject({
    id: `p${at}`,
    title: `Project ${at}`,
    description: `${at}\n\n${texts[at % texts.length]}`.slice(0, 8192),
  })

/** Starts a site whose backend serves the projects `p0`, `p1`, … */
async function startSite(project: (at: number) => ReturnType<typeof buildProject> = projectOf) {
  const backend = await startFaultyBackend()
  backend.behave((req, res) => {
    const { pathname } = new URL(req.url ?? '', backend.url)
    const at = /\/icon\/p(\d+)$/.exec(pathname)?.[1]
    if (at !== undefined) return answer(res, 200, project(Number(at)))
    const items = pathname.endsWith('/list')
      ? Array.from({ length: 30 }, (_, one) => project(100 + one))
      : []
    answer(res, 200, { items, total: items.length, total_is_estimate: false, next: null })
  })
  const web = await startWebApp(backend.url)
  const stop = async () => {
    await web.stop()
    await backend.stop()
  }
  return { ...web, stop }
}

test(
  'the site responds while worst-case descriptions are rendered, and each costs its process little CPU time',
  { tag: '@long' },
  async () => {
    const site = await startSite()
    try {
      const read = async (path: string) => {
        const response = await fetch(site.url + path)
        return { status: response.status, text: await response.text() }
      }
      await read('/home/iconpack/detail/p999')
      await read('/home/faq')
      const before = cpuMs(site.pid)
      const pages: Awaited<ReturnType<typeof read>>[] = []
      const ids = texts.keys()
      /** On a busy machine a page may exceed its deadline; its render goes on. */
      async function readRendered(path: string, tries = 5): ReturnType<typeof read> {
        const answered = await read(path)
        return answered.status === 504 && tries > 1 ? readRendered(path, tries - 1) : answered
      }
      async function readPages() {
        for (const at of ids) pages[at] = await readRendered(`/home/iconpack/detail/p${at}`)
      }
      const state = { isDone: false }
      const all = Promise.all([readPages(), readPages(), readPages(), readPages()]).finally(
        () => (state.isDone = true),
      )
      // One visitor, who goes on when the page is there.
      let answered = 0
      while (!state.isDone) {
        expect((await read('/home/faq')).status).toBe(200)
        answered += 1
      }
      await all
      expect(pages).toHaveLength(texts.length)
      for (const [at, { status, text }] of pages.entries()) {
        expect(status).toBe(200)
        expect(text).toContain(`<p>${at}</p>`)
      }

      // More than one for each description, however fast the machine is: none holds the others up.
      expect(answered).toBeGreaterThan(texts.length)
      // A page itself takes 40 to 100 ms; the worst of these texts alone took 800 ms or more.
      expect((cpuMs(site.pid) - before) / texts.length).toBeLessThan(400)

      const feedBefore = cpuMs(site.pid)
      const feed = parseFeed((await read('/feeds/en/icon.xml')).text)
      expect(feed.items).toHaveLength(30)
      expect(cpuMs(site.pid) - feedBefore).toBeLessThan(1500)
    } finally {
      await site.stop()
    }
  },
)

test(
  'a hostile title affects nothing else on its page, on its card and in its embed',
  { tag: '@long' },
  async ({ page }) => {
    const site = await startSite((at) => {
      const text = STRINGS[at % STRINGS.length]?.[1].slice(0, 50) || 'x'
      const author = { uid: 'u', name: text }
      return buildProject({ id: `p${at}`, title: text, description: text, author, tags: [text] })
    })
    try {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('dialog', (dialog) => errors.push(dialog.message()))
      for (const [at, [what]] of STRINGS.entries()) {
        const answered = await page.goto(`${site.url}/home/iconpack/detail/p${at}`)
        expect(answered?.status(), what).toBe(200)
        await expect(page.locator('h1'), what).toHaveCount(1)
        for (const json of await page
          .locator('script[type="application/ld+json"]')
          .allTextContents()) {
          expect(() => JSON.parse(json), what).not.toThrow()
        }
        for (const path of [`/embed/en/icon/p${at}`, `/cards/en/icon/p${at}.jpg`]) {
          expect((await headOnly(fetch(site.url + path))).status, `${what} ${path}`).toBe(200)
        }
      }
      expect(errors).toEqual([])
    } finally {
      await site.stop()
    }
  },
)
