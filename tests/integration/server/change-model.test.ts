// @module-tag long
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clearAnswers, readAnswer } from '#lib/cache/answers.ts'
import { expireTags } from '#lib/cache/state.ts'
import { cardTags, scopeTags, tags, tagsOfChange } from '#lib/cache/tags.ts'
import type { ChangeEffect } from '#lib/contract/change.ts'
import { CALLS } from '#lib/contract/calls.ts'
import { createBuckets } from '#lib/limits/buckets.ts'
import { createGuard } from '#server/limits.ts'
import { isWhole } from '#tests/support/whole.ts'
import { type StubSite, startSite } from './stub-site.ts'

/*
 * Random changes by three authors, and after each one what pages show, compared with a model of the catalogue. The pages are made of
 * answers with the scopes of the contract.
 */

const WRITES = isWhole ? 10_000 : 300
/** Pages that are looked at after each change; all of them after every tenth. */
const LOOKED_AT = 4
const AUTHORS = ['Ada', 'Grace', 'Katherine']
const HOME = '/home/index'
const LISTS = ['/home/iconpack', '/home/iconpack?sort=name', '/home/iconpack?sort=recent']
const BY_AUTHOR = AUTHORS.map((name) => `/home/iconpack?author=${name}`)

type Row = { id: string; author: string; title: string; tagline: string; text: string; at: number }
type Answer = { items: { kind: 'icon'; id: string; shown: string }[] }

let rows: Row[] = []
let site: StubSite
let serial = 0
/** The same numbers in each run. */
let seed = 1
const random = (below: number) => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % below
}
const unique = () => `t${(serial += 1)}x`

beforeEach(async () => {
  clearAnswers()
  rows = []
  serial = 0
  seed = 1
  const buckets = createBuckets({ factor: 1_000_000 })
  site = await startSite(
    async (req, res) => {
      const text = await readPage(req.url ?? '')
      res.writeHead(text === null ? 404 : 200, { 'content-type': 'text/html' })
      res.end(text ?? '')
    },
    { guard: createGuard({ buckets, endStalled: () => false }) },
  )
})
afterEach(() => site.stop())

const cardOf = ({ id, title, tagline }: Row): Answer['items'][number] => ({
  kind: 'icon',
  id,
  shown: `${title} ${tagline}`,
})

/** What the backend answers now. */
const ANSWERS = {
  popular: () => ({ items: rows.slice(0, 3).map(cardOf) }),
  list: ({ sort, author }: Record<string, string>) => {
    const listed = rows.filter((row) => author === undefined || row.author === author)
    const by = sort === 'name' ? (row: Row) => row.title : (row: Row) => -row.at
    const sorted = sort === undefined ? listed : listed.toSorted((a, b) => (by(a) < by(b) ? -1 : 1))
    return { items: sorted.map(cardOf) }
  },
  project: ({ id }: Record<string, string>) => {
    const row = rows.find((one) => one.id === id)
    return { items: row ? [{ ...cardOf(row), shown: `${cardOf(row).shown} ${row.text}` }] : [] }
  },
  related: ({ id }: Record<string, string>) => {
    const others = rows.filter((row) => row.id !== id)
    return { items: others.slice(-2).map(cardOf) }
  },
} satisfies Record<string, (input: Record<string, string>) => Answer>

async function read(name: keyof typeof ANSWERS, input: Record<string, string>): Promise<string> {
  const { scopes } = CALLS[name].cache
  const rules = {
    key: JSON.stringify([name, input]),
    tags: [tags.catalogue, ...scopeTags(scopes, { kind: 'icon', ...input })],
    tagsOf: (answer: Answer) => cardTags(scopes, answer),
    lifetimeMs: 300_000,
  }
  const answer = await readAnswer(rules, async () => ANSWERS[name](input))
  return answer.items.map(({ shown }) => shown).join('\n')
}

async function readPage(url: string): Promise<string | null> {
  if (url === HOME) return read('popular', {})
  const { pathname, searchParams } = new URL(url, 'http://x')
  const id = /\/detail\/(.*)$/.exec(pathname)?.[1]
  if (id === undefined) return read('list', Object.fromEntries(searchParams))
  const [own, related] = await Promise.all([read('project', { id }), read('related', { id })])
  return own === '' ? null : `${own}\n---\n${related}`
}

/** What a page shows of the catalogue as it is, without related projects, whose choice may be five minutes old. */
function expected(url: string): string {
  if (url === HOME) return shownBy(ANSWERS.popular())
  const { pathname, searchParams } = new URL(url, 'http://x')
  const id = /\/detail\/(.*)$/.exec(pathname)?.[1]
  return shownBy(
    id === undefined ? ANSWERS.list(Object.fromEntries(searchParams)) : ANSWERS.project({ id }),
  )
}
const shownBy = ({ items }: Answer) => items.map(({ shown }) => shown).join('\n')

async function look(url: string, isAuthor = false) {
  const { text } = await site.ask(url, { headers: isAuthor ? { cookie: 'fresh=1' } : {} })
  const [own = '', related = ''] = text.split('\n---\n')
  return { own: own.startsWith('<p lang') ? '' : own, related: related.split('\n') }
}

type Write = { effect: ChangeEffect; row: Row; taken: string[] }

/** One random change, which takes effect in the catalogue and in the caches, as the change feed has it. */
function write(): Write {
  const row = rows[random(Math.max(rows.length, 1))]
  const change = (row: Row, effect: ChangeEffect, taken: string[] = []): Write => {
    row.at = serial += 1
    return { effect, row, taken }
  }
  const choice = random(10)
  if (!row || (choice === 0 && rows.length < 30)) {
    const author = AUTHORS[random(AUTHORS.length)] ?? ''
    const [title, tagline, text] = [unique(), unique(), unique()]
    const made = { id: unique(), author, title, tagline, text, at: 0 }
    rows.push(made)
    return change(made, 'membership')
  }
  if (choice <= 1) {
    rows = rows.filter((one) => one !== row)
    return change(row, 'removal', [row.title])
  }
  if (choice <= 3) {
    row.title = unique()
    return change(row, 'membership')
  }
  if (choice <= 5) {
    row.tagline = unique()
    return change(row, 'card')
  }
  row.text = unique()
  return change(row, 'content')
}

it(`pages show ${WRITES} random changes in time, and nothing that was taken away`, async () => {
  const details = () => rows.map(({ id }) => `/home/iconpack/detail/${id}`)
  const pages = () => [HOME, ...LISTS, ...BY_AUTHOR, ...details()]
  for (let at = 0; at < WRITES; at += 1) {
    const { effect, row, taken } = write()
    const changed = tagsOfChange({ kind: 'icon', id: row.id, author: row.author, effect })
    expireTags(changed.tags, changed)
    site.clock.now += random(1_000)
    const own = `/home/iconpack/detail/${row.id}`
    const some =
      at % 10 === 0
        ? pages()
        : Array.from({ length: LOOKED_AT }, () => pages()[random(pages().length)] ?? HOME)
    for (const url of new Set([own, ...some])) {
      const isAuthor = random(2) === 0
      const seen = await look(url, isAuthor)
      const shown = [seen.own, ...seen.related].join()
      const which = `${url} after change ${at}: ${effect} of ${row.id}`
      for (const title of taken) expect(shown, which).not.toContain(title)
      if (isAuthor) expect(seen.own, `${which}, for its author`).toBe(expected(url))
    }
    if (at % 10 > 0) continue
    site.clock.now += 2_000
    const cards = new Set(rows.map((one) => cardOf(one).shown))
    for (const url of pages()) {
      const seen = await look(url)
      expect(seen.own, `${url} two seconds after change ${at}`).toBe(expected(url))
      const old = seen.related.filter((card) => card !== '' && !cards.has(card))
      expect(old, `related projects of ${url}`).toEqual([])
    }
  }
})
