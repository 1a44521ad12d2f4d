import { z } from 'zod'
import {
  type CacheLook,
  cacheLookSchema,
  cachePurgedSchema,
  type CachePurge,
} from '#lib/contract/cache/look.ts'
import { envelopeOf } from '#lib/contract/envelope.ts'
import { callWeb, type OperatedSite } from './operator-client.ts'

/* `npm run admin -- cache`: what the web processes have in memory. Each process answers for itself. */

export type CacheOptions = {
  store?: string | undefined
  tag?: string | undefined
  key?: string | undefined
  begins?: string | undefined
  after?: string | undefined
  limit?: string | undefined
  /** Addresses of the web processes; that of the configuration and `WEB_PEERS` by default. */
  web?: string[] | undefined
}

const whatSchema = z.enum(['stores', 'keys', 'tags', 'purge'])

/** Shows or purges. @throws Error with one sentence for an unknown argument, or if a process does not answer. */
export async function cacheCommand(
  site: OperatedSite,
  [what = 'stores']: string[],
  options: CacheOptions,
): Promise<void> {
  const wanted = whatSchema.safeParse(what)
  if (!wanted.success) throw new Error('Which? cache, cache keys, cache tags or cache purge.')
  const { web = site.webUrls, ...query } = options
  for (const url of web) {
    if (wanted.data === 'purge') await purge(site, url, query)
    else await show(site, url, { of: wanted.data, ...query })
  }
}

async function show(site: OperatedSite, url: string, query: Record<string, string | undefined>) {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  const answer = await callWeb(site, `${url}/api/cache?${new URLSearchParams(given)}`)
  const found = envelopeOf(cacheLookSchema).parse(answer).data
  printProcess(url, found.process)
  if (query['of'] === 'stores') printStores(found)
  for (const { store, key, age_seconds: age, bytes, state, tags, tag_count: count } of found.keys) {
    console.log(`${store}  ${printable(key)}`)
    console.log(`    ${age} s  ${sizeOf(bytes)}  ${state}`)
    const more = count > tags.length ? ` … ${count} tags` : ''
    if (count > 0) console.log(`    ${printable(tags.join(' '))}${more}`)
  }
  for (const { tag, keys, bytes } of found.tags) {
    console.log(`${printable(tag)}  ${keys} ${keys === 1 ? 'key' : 'keys'}  ${sizeOf(bytes)}`)
  }
  if (found.next !== null) console.log(`More: --after ${JSON.stringify(found.next)}`)
}

async function purge(site: OperatedSite, url: string, { tag, key }: CacheOptions) {
  if ((tag === undefined) === (key === undefined)) {
    throw new Error('What? --tag <tag> or --key <key>.')
  }
  const request: CachePurge = tag === undefined ? { key: key ?? '' } : { tag }
  const answer = await callWeb(site, `${url}/api/cache`, request)
  const { process, keys } = envelopeOf(cachePurgedSchema).parse(answer).data
  printProcess(url, process)
  console.log(`Purged ${keys} ${keys === 1 ? 'key' : 'keys'}.`)
}

function printProcess(
  url: string,
  { host, pid, version, started_at: at, others }: CacheLook['process'],
) {
  const more = others === null ? '' : `, ${others} others run`
  console.log(
    `${url}: ${printable(host)}, process ${pid}, ${version}, since ${at.slice(0, 16)}${more}`,
  )
}

function printStores({ stores, ratios }: CacheLook) {
  for (const { store, keys, bytes, max_bytes: max } of stores) {
    console.log(`${store.padEnd(12)}  ${keys} keys  ${sizeOf(bytes)} of ${sizeOf(max)}`)
  }
  for (const { of, name, requests, hits } of ratios) {
    const share = ((hits / Math.max(1, requests)) * 100).toFixed(1)
    console.log(`${of} ${name.padEnd(16)}  ${share} % of ${requests}`)
  }
}

const sizeOf = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`

/** Addresses may hold what visitors typed, which could control the terminal. */
const printable = (text: string) => text.replaceAll(/\p{C}+/gu, ' ')
