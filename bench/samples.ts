import { z } from 'zod'
import { CATEGORIES, KINDS } from '#lib/contract/kind.ts'
import { listSchema, SORTS } from '#lib/contract/list.ts'
import type { Project } from '#lib/contract/project.ts'
import { createRandom } from './random.ts'

/** Pages read of each list to collect ids, titles and cursors. */
const PAGES = 6
const HAN_PAIR = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2}/u
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** Request paths below the base of the API, by kind of call. */
export async function collectSamples(api: string, count: number): Promise<Map<string, string[]>> {
  const random = createRandom(7)
  const pick = <T>(from: readonly T[]): T => {
    const picked = from[Math.floor(random() * from.length)]
    if (picked === undefined) throw new Error('Nothing to pick from.')
    return picked
  }
  const { lists, projects } = await walkLists(api)
  const titles = projects.map(({ title }) => title)
  const words = titles.flatMap((title) => title.match(/\p{Script=Latin}{5,}/gu) ?? [])
  const pairs = titles.flatMap((title) => HAN_PAIR.exec(title) ?? [])
  const search = (q: string, rest = '') => `/index/search?q=${encodeURIComponent(q)}${rest}`
  const repeat = (create: () => string) => Array.from({ length: count }, create)
  const randomWord = () => Array.from({ length: 9 }, () => pick([...LETTERS])).join('')
  return new Map([
    ['list', repeat(() => pick(lists))],
    ['list, filtered', repeat(() => filtered(pick))],
    ['detail', repeat(() => detailOf(pick(projects)))],
    ['search: exact title', repeat(() => search(pick(titles)))],
    ['search: a word', repeat(() => search(pick(words)))],
    ['search: two words', repeat(() => search(`${pick(words)} ${pick(words)}`))],
    ['search: a typo', repeat(() => search(misspell(pick(words), random)))],
    ['search: two CJK characters', repeat(() => search(pick(pairs)))],
    ['search: no match', repeat(() => search(randomWord()))],
    ['search: a word, filtered', repeat(() => search(pick(words), `&${filterOf(pick)}`))],
    ['single icons: a name', repeat(() => `/index/icons?q=${pick(ICONS)}`)],
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

/** A wrong, missing or doubled letter, or two swapped ones. */
function misspell(word: string, random: () => number): string {
  const letters = [...word]
  const at = 1 + Math.floor(random() * (letters.length - 2))
  const [letter = '', next = ''] = letters.slice(at, at + 2)
  const typos = [['x', next], [next], [letter, letter, next], [next, letter]]
  letters.splice(at, 2, ...(typos[Math.floor(random() * typos.length)] ?? []))
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
        const response = await fetch(`${api}${path}`)
        const { data } = z.object({ data: listSchema }).parse(await response.json())
        lists.push(path)
        projects.push(...data.items)
        if (data.next === null) break
        after = data.next
      }
    }
  }
  return { lists, projects }
}
