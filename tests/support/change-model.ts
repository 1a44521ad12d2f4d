import { z } from 'zod'
import { type AnswerRules, readAnswer } from '#lib/cache/answers.ts'
import { cardTags, scopeTags, tags } from '#lib/cache/tags.ts'
import type { ChangeEffect } from '#lib/contract/change.ts'
import { CALLS } from '#lib/contract/calls.ts'

/* A plain model of a catalogue: what its pages show after each change. */

const AUTHORS = ['Ada', 'Grace', 'Katherine']
const HOME = '/home/index'
const LISTS = ['/home/iconpack', '/home/iconpack?sort=name', '/home/iconpack?sort=recent']
const BY_AUTHOR = AUTHORS.map((name) => `/home/iconpack?author=${name}`)
const PROJECTS_MAX = 30
const SEPARATOR = '\n---\n'

type Row = { id: string; author: string; title: string; tagline: string; text: string; at: number }
export const modelAnswerSchema = z.object({
  items: z.array(z.object({ kind: z.literal('icon'), id: z.string(), shown: z.string() })),
})
export type ModelAnswer = z.infer<typeof modelAnswerSchema>
export const modelCallSchema = z.enum(['popular', 'list', 'project', 'related'])
type ModelCall = z.infer<typeof modelCallSchema>
type Input = Record<string, string>
/** `taken`: texts that no page may show any more. */
type ModelWrite = { effect: ChangeEffect; id: string; author: string; taken: string[] }

const cardOf = ({ id, title, tagline }: Row): ModelAnswer['items'][number] => ({
  kind: 'icon',
  id,
  shown: `${title} ${tagline}`,
})
const shownBy = ({ items }: ModelAnswer) => items.map(({ shown }) => shown).join('\n')

/** Numbers below a bound, the same in each run. */
export function createRandom() {
  let seed = 1
  return (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
}

/** A catalogue of up to 30 packs by three authors. */
export function createModel(random: (below: number) => number) {
  let rows: Row[] = []
  let serial = 0
  const unique = () => `t${(serial += 1)}x`

  /** What the backend answers now. */
  const answers: Record<ModelCall, (input: Input) => ModelAnswer> = {
    popular: () => ({ items: rows.slice(0, 3).map(cardOf) }),
    list: ({ sort, author }) => {
      const listed = rows.filter((row) => author === undefined || row.author === author)
      const by = sort === 'name' ? (row: Row) => row.title : (row: Row) => -row.at
      const sorted = listed.toSorted((a, b) => (by(a) < by(b) ? -1 : 1))
      return { items: (sort === undefined ? listed : sorted).map(cardOf) }
    },
    project: ({ id }) => {
      const row = rows.find((one) => one.id === id)
      return { items: row ? [{ ...cardOf(row), shown: `${cardOf(row).shown} ${row.text}` }] : [] }
    },
    related: ({ id }) => ({
      items: rows
        .filter((row) => row.id !== id)
        .slice(-2)
        .map(cardOf),
    }),
  }

  return {
    answers,
    pages: () => [
      HOME,
      ...LISTS,
      ...BY_AUTHOR,
      ...rows.map(({ id }) => `/home/iconpack/detail/${id}`),
    ],
    /** What a page shows of the catalogue as it is, without related projects, whose choice may be five minutes old. */
    expected(url: string): string {
      const { id, input } = partsOf(url)
      if (url === HOME) return shownBy(answers.popular({}))
      return shownBy(id === undefined ? answers.list(input) : answers.project({ id }))
    },
    /** The cards of all packs as they are. */
    cards: () => new Set(rows.map((row) => cardOf(row).shown)),
    /** One random change. */
    write(): ModelWrite {
      const change = (row: Row, effect: ChangeEffect, taken: string[] = []): ModelWrite => {
        row.at = serial += 1
        return { effect, id: row.id, author: row.author, taken }
      }
      const row = rows[random(Math.max(rows.length, 1))]
      const choice = random(10)
      if (!row || (choice === 0 && rows.length < PROJECTS_MAX)) {
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
    },
  }
}

function partsOf(url: string): { id: string | undefined; input: Input } {
  const { pathname, searchParams } = new URL(url, 'http://x')
  return { id: /\/detail\/(.*)$/.exec(pathname)?.[1], input: Object.fromEntries(searchParams) }
}

/**
 * The text of a page, made of answers that are cached with the scopes of the contract.
 * @param ask the backend.
 * @returns `null` for a project that is not there.
 */
export async function readModelPage(
  url: string,
  ask: (call: ModelCall, input: Input) => Promise<ModelAnswer>,
): Promise<string | null> {
  async function read(call: ModelCall, input: Input): Promise<string> {
    const { scopes } = CALLS[call].cache
    const rules: AnswerRules<ModelAnswer> = {
      key: JSON.stringify([call, input]),
      tags: [tags.catalogue, ...scopeTags(scopes, { kind: 'icon', ...input })],
      tagsOf: (answer) => cardTags(scopes, answer),
      lifetimeMs: 300_000,
    }
    return shownBy(await readAnswer(rules, () => ask(call, input)))
  }
  if (url === HOME) return read('popular', {})
  const { id, input } = partsOf(url)
  if (id === undefined) return read('list', input)
  const [own, related] = await Promise.all([read('project', { id }), read('related', { id })])
  return own === '' ? null : own + SEPARATOR + related
}

/** What a page shows of the catalogue, and the cards of related projects on it. */
export function partsOfModelPage(text: string): { own: string; related: string[] } {
  const [own = '', related = ''] = text.split(SEPARATOR)
  return { own, related: related.split('\n').filter(Boolean) }
}
