import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fetchSet } from './fetch-set.ts'
import { type Original, readDrawings } from './read-drawings.ts'
import { SETS } from './sets.ts'

/*
 * `node tests/support/drawing-judge/choose-sample.ts`: chooses the drawings of tests/fixtures/drawings from the sets whose licences
 * allow it and are in their packages. For each construct that is found, the rarest first, it takes the smallest drawings that have it.
 */

const FOLDER = path.resolve(import.meta.dirname, '../../fixtures/drawings')
const COUNT = 160
/** Drawings of a construct. */
const EACH = 6
/** Drawings of a set. */
const OF_SET = 28
/** Bytes of a drawing. */
const SIZE_MAX = 5_000
const LICENCES = new Set(['MIT', 'CC0-1.0', 'Apache-2.0', 'MIT AND CC-BY-4.0'])

type Candidate = Original & { set: string; constructs: Set<string> }

/** What a sanitiser may get wrong: elements with their attributes, and the syntax of style sheets, values and ids. */
function constructsOf(source: string): Set<string> {
  const found = new Set<string>()
  for (const [, name = '', attributes = ''] of source.matchAll(/<([\w:!?-]+)([^>]*)/g)) {
    found.add(name)
    for (const [, attribute] of attributes.matchAll(/([\w:-]+)\s*=/g)) {
      found.add(`${name} ${attribute}`)
    }
  }
  for (const [, name] of source.matchAll(/([\w-]+)\(/g)) found.add(`${name}()`)
  for (const [, property] of source.matchAll(/[;{"\s]([a-z-]+)\s*:\s*[^;"}]+/g)) {
    found.add(`property ${property}`)
  }
  for (const [, name] of source.matchAll(/(@[\w-]+)/g)) found.add(String(name))
  for (const [, id = ''] of source.matchAll(/\bid="([^"]*)"/g)) {
    found.add(`id with ${[...new Set(id.replaceAll(/\w/g, ''))].join(' ')}`)
  }
  if (/\.[\w-]+\s*[,>+~ ]\s*[.#\w[]/.test(source)) found.add('combinator')
  return found
}

async function licenceOf(folder: string): Promise<string | undefined> {
  return (await readdir(path.join(folder, 'package'))).find((name) => /^licen[cs]e/i.test(name))
}

async function readCandidates(): Promise<Candidate[]> {
  const candidates: Candidate[] = []
  for (const set of SETS.filter(
    ({ licence, source }) => 'npm' in source && LICENCES.has(licence),
  )) {
    const folder = await fetchSet(set)
    if (!(await licenceOf(folder))) continue
    const drawings = await readDrawings(folder, set.files)
    for (const drawing of drawings) {
      if (drawing.bytes.byteLength > SIZE_MAX) continue
      candidates.push({
        ...drawing,
        set: set.name,
        constructs: constructsOf(String(drawing.bytes)),
      })
    }
  }
  return candidates.toSorted((a, b) => a.bytes.byteLength - b.bytes.byteLength)
}

function choose(candidates: Candidate[]): Set<Candidate> {
  const having = new Map<string, Candidate[]>()
  for (const candidate of candidates) {
    for (const construct of candidate.constructs) {
      having.set(construct, [...(having.get(construct) ?? []).slice(0, 200), candidate])
    }
  }
  const chosen = new Set<Candidate>()
  const taken = new Map<string, number>()
  const ofSet = new Map<string, number>()
  const rarestFirst = [...having].toSorted(([, a], [, b]) => a.length - b.length)
  for (let round = 1; round <= EACH; round += 1) {
    for (const [construct, some] of rarestFirst) {
      if (chosen.size === COUNT) return chosen
      if ((taken.get(construct) ?? 0) >= round) continue
      const next = some.find((one) => !chosen.has(one) && (ofSet.get(one.set) ?? 0) < OF_SET)
      if (!next) continue
      chosen.add(next)
      ofSet.set(next.set, (ofSet.get(next.set) ?? 0) + 1)
      for (const each of next.constructs) taken.set(each, (taken.get(each) ?? 0) + 1)
    }
  }
  return chosen
}

const chosen = choose(await readCandidates())
for (const set of SETS) {
  const folder = path.join(FOLDER, set.name)
  await rm(folder, { recursive: true, force: true })
  const drawings = [...chosen].filter((one) => one.set === set.name)
  if (drawings.length === 0) continue
  await mkdir(folder, { recursive: true })
  for (const { name, bytes } of drawings) {
    const plain = name.replace(/^package\//, '').replaceAll(/[^\w.-]+/g, '-')
    await writeFile(path.join(folder, plain), bytes)
  }
  const source = await fetchSet(set)
  const licence = await licenceOf(source)
  if (licence) await cp(path.join(source, 'package', licence), path.join(folder, licence))
}
