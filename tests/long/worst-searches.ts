import * as fc from 'fast-check'
import { z } from 'zod'
import { KINDS } from '#lib/contract/kind.ts'
import { listSchema } from '#lib/contract/list.ts'
import { hostileSearches } from '#tests/support/hostile-terms.ts'

type Timed = { address: string; ms: number }

/** Words of all titles and descriptions; the generator misspells, truncates and concatenates them. */
async function knownWords(api: string): Promise<string[]> {
  const words = new Set<string>()
  for (const kind of KINDS) {
    const answer = await fetch(`${api}/${kind}/list?limit=100`)
    const { items } = z.object({ data: listSchema }).parse(await answer.json()).data
    for (const { title, description } of items) {
      for (const word of `${title} ${description}`.match(/\p{L}{3,}/gu) ?? []) words.add(word)
    }
  }
  return [...words].toSorted()
}

async function time(api: string, address: string): Promise<Timed> {
  const begun = performance.now()
  const answer = await fetch(`${api}${address}`)
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${address} answers ${answer.status}.`)
  return { address, ms: performance.now() - begun }
}

/**
 * Generates searches for `seconds` s, keeps the `kept` slowest, and repeats those.
 * @returns the sorted times of `calls` calls in ms, the number of generated searches, and the
 * address of the slowest one.
 */
export async function timeWorstSearches(
  api: string,
  { seconds, calls = 2000, kept = 100 }: Options,
) {
  const searches = hostileSearches(await knownWords(api))
  let worst: Timed[] = []
  let tried = 0
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) {
    for (const address of fc.sample(searches, { numRuns: 50, seed: tried + 1 })) {
      worst.push(await time(api, address))
      tried += 1
    }
    worst = worst.toSorted((a, b) => b.ms - a.ms).slice(0, kept)
  }
  const times: number[] = []
  for (let at = 0; at < calls; at += 1) {
    times.push((await time(api, worst[at % worst.length]?.address ?? '')).ms)
  }
  return { times: times.toSorted((a, b) => a - b), tried, worst: worst[0]?.address ?? '' }
}
type Options = { seconds: number; calls?: number; kept?: number }
