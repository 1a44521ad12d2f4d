import { afterEach, beforeEach, expect, it } from 'vitest'
import { clearAnswers } from '#lib/cache/answers.ts'
import { expireTags } from '#lib/cache/state.ts'
import { tagsOfChange } from '#lib/cache/tags.ts'
import { createBuckets } from '#lib/limits/buckets.ts'
import { createGuard } from '#server/limits.ts'
import {
  createModel,
  createRandom,
  partsOfModelPage,
  readModelPage,
} from '#tests/support/change-model.ts'
import { isWhole } from '#tests/support/whole.ts'
import { type StubSite, startSite } from './stub-site.ts'

/* Random changes by three authors in one process, and after each one what pages show, compared with a model of the catalogue. */

const WRITES = isWhole ? 10_000 : 300
/** Pages that are looked at after each change; all of them after every tenth. */
const LOOKED_AT = 4

const random = createRandom()
const model = createModel(random)
let site: StubSite

beforeEach(async () => {
  clearAnswers()
  const buckets = createBuckets({ factor: 1_000_000 })
  site = await startSite(
    async (req, res) => {
      const text = await readModelPage(req.url ?? '', async (call, input) =>
        model.answers[call](input),
      )
      res.writeHead(text === null ? 404 : 200, { 'content-type': 'text/html' })
      res.end(text ?? '')
    },
    { guard: createGuard({ buckets, endStalled: () => false }) },
  )
})
afterEach(() => site.stop())

async function look(url: string, isAuthor = false) {
  const headers: Record<string, string> = isAuthor ? { cookie: 'fresh=1' } : {}
  const { status, text } = await site.ask(url, { headers })
  return partsOfModelPage(status === 404 ? '' : text)
}

it(`pages show ${WRITES} random changes in time, and nothing that was taken away`, async () => {
  for (let at = 0; at < WRITES; at += 1) {
    const { effect, id, author, taken } = model.write()
    const changed = tagsOfChange({ kind: 'icon', id, author, effect })
    expireTags(changed.tags, changed)
    site.clock.now += random(1_000)
    const pages = model.pages()
    const some = Array.from({ length: LOOKED_AT }, () => pages[random(pages.length)] ?? '')
    const looked = [`/home/iconpack/detail/${id}`, ...(at % 10 === 0 ? pages : some)]
    for (const url of new Set(looked)) {
      const isAuthor = random(2) === 0
      const seen = await look(url, isAuthor)
      const shown = [seen.own, ...seen.related].join()
      const which = `${url} after change ${at}: ${effect} of ${id}`
      for (const title of taken) expect(shown, which).not.toContain(title)
      if (isAuthor) expect(seen.own, `${which}, for its author`).toBe(model.expected(url))
    }
    if (at % 10 > 0) continue
    site.clock.now += 2_000
    const cards = model.cards()
    for (const url of pages) {
      const seen = await look(url)
      expect(seen.own, `${url} two seconds after change ${at}`).toBe(model.expected(url))
      const old = seen.related.filter((card) => !cards.has(card))
      expect(old, `related projects of ${url}`).toEqual([])
    }
  }
})
