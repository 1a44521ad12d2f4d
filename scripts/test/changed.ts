import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { NAMED_CALLS } from '#lib/contract/calls.ts'
import { importersOf } from './imports.ts'
import { addressOf, ENTRIES, OPENED, SPECS_OF_ROOMS } from './opened-pages.ts'

/*
 * Which tests a change has. A file of browser tests has the entries of `app` that it opens (opened-pages.ts); a changed file
 * has the entries that load it. Between backend and web app there are the calls of the contract.
 */

const WEB = ['{app,components,islands,lib,server}/**/*.{ts,tsx}', 'app/*.css', 'middleware.ts']
const LAYOUT = /\/(?:layout|error|not-found|global-not-found|template)\.tsx$/
const SPECS = 'tests/e2e/*.ts'
const OTHERS = 'tests/{unit,samples,integration}/**/*.{ts,tsx}'
const SUPPORT = 'tests/support/**/*.{ts,tsx}'
const SOURCES =
  '{app,backend,cli,components,covers,demo,islands,lib,scripts,server}/**/*.{ts,tsx,mjs}'

const contents = new Map<string, string>()
function read(file: string): string {
  const known = contents.get(file)
  if (known !== undefined) return known
  const text = readFileSync(file, 'utf8')
  contents.set(file, text)
  return text
}
const modulesOfWeb = globSync('{app,components,lib,server}/**/*.{ts,tsx}')
const isTest = (file: string) => /\.(?:test|spec)\.tsx?$/.test(file)
const outputOf = (command: string, ...args: string[]) =>
  execFileSync(command, args, { encoding: 'utf8', maxBuffer: 64 << 20 })
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')

/** Files that differ from a commit, with those that are not added yet. */
export function findChangedFiles(commit: string): string[] {
  return [
    ...linesOf(outputOf('git', 'diff', '--name-only', '--diff-filter=d', commit)),
    ...linesOf(outputOf('git', 'ls-files', '--others', '--exclude-standard')),
  ]
}

/** The texts of a file of messages by key, as `search.title`. */
function textsOf(value: unknown, prefix = ''): [string, string][] {
  if (typeof value === 'string') return [[prefix, value]]
  return Object.entries(Object(value)).flatMap(([name, inner]) =>
    textsOf(inner, prefix === '' ? name : `${prefix}.${name}`),
  )
}

/** What a change of messages has changed: the keys, and their texts before. */
export function changedTexts(before: string, after: string): { keys: string[]; texts: string[] } {
  const now = new Map(textsOf(JSON.parse(after)))
  const former = textsOf(JSON.parse(before)).filter(([key, text]) => now.get(key) !== text)
  return { keys: former.map(([key]) => key), texts: former.map(([, text]) => text) }
}

/** Words and quoted names of each module of the web app. */
const wordsOfModule = new Map<string, { words: Set<string>; quoted: Set<string> }>()
function vocabularyOf(file: string) {
  const known = wordsOfModule.get(file)
  if (known) return known
  const text = read(file)
  const quoted = [...text.matchAll(/'([\w.]+)'/g)].map(([, name = '']) => name)
  const found = { words: new Set(text.match(/\w+/g)), quoted: new Set(quoted) }
  wordsOfModule.set(file, found)
  return found
}

/** Modules that name a message: its namespace, and the last part of its key, or any message of the namespace where none does. */
export function usersOfMessage(key: string): string[] {
  const parts = key.split('.')
  const spaces = parts.map((_, index) => parts.slice(0, index + 1).join('.'))
  const inSpace = modulesOfWeb.filter((file) =>
    spaces.some((space) => vocabularyOf(file).quoted.has(space)),
  )
  const naming = inSpace.filter((file) => vocabularyOf(file).words.has(parts.at(-1) ?? ''))
  return naming.length > 0 ? naming : inSpace
}

/** Modules of the web app that make a call whose handler loads a file of the backend. */
function callersOf(file: string): string[] {
  const routes = [...importersOf(file, 'backend/**/*.ts').keys()].filter((name) =>
    name.startsWith('backend/routes/'),
  )
  const texts = routes.map(read).join('\n')
  const names = NAMED_CALLS.map(({ name }) => name).filter((name) =>
    new RegExp(String.raw`^    ${name}(?::| ?\(|,)`, 'm').test(texts),
  )
  const isNamed = new RegExp(String.raw`'(?:${names.join('|')})'`)
  return names.length === 0
    ? []
    : modulesOfWeb.filter((one) => !one.startsWith('lib/contract/') && isNamed.test(read(one)))
}

/** Entries of `app` that load a file, or are below a layout that does; none for what no module loads, such as a setting of the build. */
export function entriesOf(file: string): string[] {
  const loading = [...importersOf(file, ...WEB).keys()]
  const below = loading.filter((name) => LAYOUT.test(name)).map((name) => `${path.dirname(name)}/`)
  return ENTRIES.filter(
    (entry) => loading.includes(entry) || below.some((folder) => entry.startsWith(folder)),
  )
}

/** The words of a path, in the singular. */
const wordsOf = (file: string) =>
  new Set(
    file
      .replace(/^(?:tests\/(?:e2e|unit|integration)\/)?(?:app|backend|components|lib|server)\//, '')
      .replace(/\.(?:test|spec)?\.?tsx?$/, '')
      .toLowerCase()
      .match(/[a-z]{4,}/g)
      ?.map((word) => word.replace(/s$/, ''))
      .filter((word) => !GENERAL.has(word)),
  )
const GENERAL = new Set([
  'page',
  'home',
  'locale',
  'client',
  'public',
  'route',
  'service',
  'test',
  'spec',
  'user',
  'project',
])

const shared = (a: ReadonlySet<string>, b: ReadonlySet<string>) => a.intersection(b).size

type Limits = { secondsOf: (file: string) => number; seconds: number }
type Selection = { chosen: string[]; leftOut: string[] }
type Candidate = { file: string; rank: readonly number[] }

/** Of candidates the changed ones, and the first others, by rank, whose seconds fit. */
function withinSeconds(
  candidates: Candidate[],
  changed: readonly string[],
  { secondsOf, seconds: limit }: Limits,
) {
  const sorted = candidates.toSorted((a, b) => {
    const index = a.rank.findIndex((value, at) => value !== b.rank[at])
    return index < 0 ? 0 : (a.rank[index] ?? 0) - (b.rank[index] ?? 0)
  })
  let left = limit
  const chosen: string[] = []
  for (const { file } of sorted) {
    const seconds = secondsOf(file)
    if (seconds > left && !changed.includes(file)) continue
    left -= seconds
    chosen.push(file)
  }
  return {
    chosen,
    leftOut: sorted.map(({ file }) => file).filter((file) => !chosen.includes(file)),
  }
}

/**
 * Files of browser tests for changed files. First those that were changed, load what was changed, or contain a text that was changed;
 * then those whose names share words with it; then those that open few other pages, and pages that few others open.
 * @param limits seconds of tests by file, and of all that are chosen
 */
export function selectSpecs(
  changed: readonly string[],
  texts: readonly string[],
  limits: Limits,
): Selection {
  const direct = new Set(
    changed
      .filter((file) => file.startsWith('tests/'))
      .flatMap((file) => [...importersOf(file, SPECS, SUPPORT).keys()]),
  )
  const long = texts.filter((text) => text.length > 3 && !/[{<]/.test(text))
  const entries = new Set(
    changed
      .flatMap((file) => (file.startsWith('backend/') ? callersOf(file) : [file]))
      .flatMap(entriesOf)
      .map(addressOf),
  )
  const openers = Object.groupBy([...OPENED.values()].flat(), (name) => name)
  const words = changed.map(wordsOf)
  const ofRooms = new Set(
    Object.entries(SPECS_OF_ROOMS).flatMap(([room, names]) =>
      changed.some((file) => file.startsWith(room)) ? names : [],
    ),
  )
  const candidates = [...OPENED].flatMap(([spec, opened]): Candidate[] => {
    const file = `tests/e2e/${spec}`
    const hits = opened.filter((name) => entries.has(name))
    const isDirect = direct.has(file) || ofRooms.has(spec)
    const hasText = long.some((text) => read(file).includes(text))
    if (!isDirect && !hasText && hits.length === 0) return []
    const rarity = hits.reduce((sum, name) => sum + 1 / (openers[name]?.length ?? 1), 0)
    const near = Math.max(0, ...words.map((of) => shared(of, wordsOf(file))))
    return [
      {
        file,
        rank: [
          -Number(isDirect),
          -Number(hasText),
          -near,
          (-rarity * hits.length) / (opened.length + 1),
        ],
      },
    ]
  })
  return withinSeconds(candidates, changed, limits)
}

/**
 * Other test files for changed files: those that were changed, then those that load it by the fewest steps, but for the many that reach it
 * through the whole backend or site: of these the ones whose names share words with it come first.
 * @param limits as of `selectSpecs`
 */
export function selectTests(changed: readonly string[], limits: Limits): Selection {
  const found = new Map<string, Candidate>()
  for (const file of changed) {
    const words = wordsOf(file)
    for (const [test, steps] of importersOf(file, OTHERS, SUPPORT, SOURCES)) {
      if (!isTest(test) || test.startsWith('tests/e2e/')) continue
      const isNear = steps <= NEAR
      const rank = [
        isNear ? steps : NEAR + 1,
        -shared(words, wordsOf(test)),
        steps,
        limits.secondsOf(test),
      ]
      const known = found.get(test)
      if (!known || (rank[0] ?? 0) < (known.rank[0] ?? 0)) found.set(test, { file: test, rank })
    }
  }
  return withinSeconds([...found.values()], changed, limits)
}
/** Steps of imports up to which a test is about a module, and does not only start what loads it. */
const NEAR = 2

/** The files whose tests a change needs: messages stand for the modules that use them. */
export function expandMessages(changed: readonly string[], commit: string) {
  const files = changed.filter((file) => /^messages\/[\w-]+\.json$/.test(file))
  const found = files.map((file) =>
    changedTexts(outputOf('git', 'show', `${commit}:${file}`), read(file)),
  )
  const users = [...new Set(found.flatMap(({ keys }) => keys))].flatMap(usersOfMessage)
  return {
    changed: [...new Set([...changed.filter((file) => !files.includes(file)), ...users])],
    texts: found.flatMap(({ texts }) => texts),
  }
}
