import { z } from 'zod'
import { CATEGORIES, KINDS } from '#lib/contract/kind.ts'
import { listSchema, SORTS } from '#lib/contract/list.ts'
import type { Project } from '#lib/contract/project.ts'

/** So many pages of each list are walked for ids, titles and cursors. */
const PAGES = 6
const HAN_PAIR = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2}/u
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** The same numbers from 0 to 1 on every run. */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** What is asked for, by what it tries: paths below the base of the API. */
export async function collectSamples(api: string, count: number): Promise<Map<string, string[]>> {
  const random = createRandom(7)
  const pick = <T>(from: readonly T[]): T => {
    const one = from[Math.floor(random() * from.length)]
    if (one === undefined) throw new Error('Nothing to pick from.')
    return one
  }
  const { lists, projects } = await walkLists(api)
  const titles = projects.map(({ title }) => title)
  const words = titles.flatMap((title) => title.match(/\p{Script=Latin}{5,}/gu) ?? [])
  const pairs = titles.flatMap((title) => HAN_PAIR.exec(title) ?? [])
  const search = (q: string, rest = '') => `/index/search?q=${encodeURIComponent(q)}${rest}`
  const times = (make: () => string) => Array.from({ length: count }, make)
  const gibberish = () => Array.from({ length: 9 }, () => pick([...LETTERS])).join('')
  return new Map([
    ['list', times(() => pick(lists))],
    ['list, filtered', times(() => filtered(pick))],
    ['detail', times(() => detailOf(pick(projects)))],
    ['search: exact title', times(() => search(pick(titles)))],
    ['search: a word', times(() => search(pick(words)))],
    ['search: two words', times(() => search(`${pick(words)} ${pick(words)}`))],
    ['search: a typo', times(() => search(misspell(pick(words), random)))],
    ['search: two CJK characters', times(() => search(pick(pairs)))],
    ['search: no match', times(() => search(gibberish()))],
    ['search: a word, filtered', times(() => search(pick(words), `&${filterOf(pick)}`))],
    ['single icons: a name', times(() => `/index/icons?q=${pick(ICONS)}`)],
  ])
}

const ICONS = ['cloud', 'arrow', 'home', 'music', 'star', 'bell', 'mail', 'play', 'umbrella', 'sun']
type Pick = <T>(from: readonly T[]) => T

function filterOf(pick: Pick): string {
  const kind = pick(KINDS)
  const os = pick(['macos', 'windows', 'linux'])
  return `kind=${kind}&os=${os}&category=${pick(CATEGORIES[kind])}`
}

function filtered(pick: Pick): string {
  const [kind = '', ...filters] = filterOf(pick).split('&')
  return `/${kind.slice('kind='.length)}/list?${filters.join('&')}&sort=${pick(SORTS)}`
}

const detailOf = ({ kind, id }: Project) => `/${kind}/${id}`

/** One letter wrong, missing, doubled or swapped with the next. */
function misspell(word: string, random: () => number): string {
  const letters = [...word]
  const at = 1 + Math.floor(random() * (letters.length - 2))
  const [one = '', next = ''] = letters.slice(at, at + 2)
  const ways = [['x', next], [next], [one, one, next], [next, one]]
  letters.splice(at, 2, ...(ways[Math.floor(random() * ways.length)] ?? []))
  return letters.join('')
}

async function walkLists(api: string) {
  const lists: string[] = []
  const projects: Project[] = []
  for (const kind of KINDS) {
    for (const sort of SORTS) {
      let after = ''
      for (let page = 0; page < PAGES; page += 1) {
        const path = `/${kind}/list?sort=${sort}${after && `&after=${after}`}`
        const answer = await fetch(`${api}${path}`)
        const { data } = z.object({ data: listSchema }).parse(await answer.json())
        lists.push(path)
        projects.push(...data.items)
        if (data.next === null) break
        after = data.next
      }
    }
  }
  return { lists, projects }
}
