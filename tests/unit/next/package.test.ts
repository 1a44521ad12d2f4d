import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { PHASE_PRODUCTION_SERVER } from 'next/constants.js'
import { FLIGHT_HEADERS } from 'next/dist/client/components/app-router-headers.js'
import { getScriptNonceFromHeaders } from 'next/dist/server/app-render/get-script-nonce-from-header.js'
import { shouldServeStreamingMetadata } from 'next/dist/server/lib/streaming-metadata.js'
import { NextResponse } from 'next/server.js'
import { expect, it } from 'vitest'
import { setNonce } from '#server/next/nonce.ts'
import { headersOf, isInternalHeader, readPayloadRequest } from '#server/next/exchange.ts'
import { rewriteOf } from '#server/next/rewrite.ts'
import configure from '../../../next.config.mjs'

/* What server/next assumes of the installed package (docs/next.md). tests/e2e/next.spec.ts tests what needs a build. */

const SITE = new URL('https://keystrip.test')
const require = createRequire(import.meta.url)
const dist = path.dirname(require.resolve('next/package.json'))

/** Headers that Next reads from requests and writes to responses, in its code. */
async function headersInCode(): Promise<Set<string>> {
  const folder = path.join(dist, 'dist/server')
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'))
  const found = new Set<string>()
  for (const file of [
    ...files.map((name) => path.join(folder, name)),
    path.join(dist, 'dist/lib/constants.js'),
  ]) {
    const text = await readFile(file, 'utf8')
    for (const [, name = ''] of text.matchAll(/['"](x-[a-z][a-z-]+[a-z])['"]/g)) found.add(name)
  }
  return found
}

/** Headers that server/client.ts overwrites, that only responses have, or that a visitor may send. */
const HARMLESS = new Set([
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-nextjs-request-id',
  'x-nextjs-html-request-id',
  // Ends the forwarding of an action between workers, of which there is one.
  'x-action-forwarded',
  // A content coding.
  'x-gzip',
  'x-action-redirect',
  'x-action-revalidated',
])

it('the server removes every internal header of Next from requests', async () => {
  const found = await headersInCode()
  expect(found.size, 'Next no longer has the names of its headers in dist/server.').toBeGreaterThan(
    20,
  )
  const others = [...found].filter((name) => !isInternalHeader(name) && !HARMLESS.has(name))
  expect(others, 'Next has headers that server/next/exchange.ts lets through.').toEqual([])
})

it('the client router asks for payloads by the headers that are read', () => {
  const headers = headersOf({ kind: 'payload', segment: '/_tree' }, SITE)
  const names = Object.keys(headers).filter((name) => FLIGHT_HEADERS.some((one) => one === name))
  expect(names, 'Next no longer asks for payloads by these headers.').toEqual([
    'rsc',
    'next-router-prefetch',
    'next-router-segment-prefetch',
  ])
  expect(readPayloadRequest(headers)).toEqual({ segment: '/_tree' })
  expect(
    FLIGHT_HEADERS.filter((name) => !/^(?:rsc|next-.*)$/.test(name)),
    'Next has headers of the router that isRouterRequest overlooks.',
  ).toEqual([])
})

it('metadata are in the head of the pages that are stored', async () => {
  const { htmlLimitedBots } = await configure(PHASE_PRODUCTION_SERVER)
  const agent = headersOf({ kind: 'document' }, SITE)['user-agent'] ?? ''
  expect(
    shouldServeStreamingMetadata(agent, htmlLimitedBots?.source),
    'Next streams metadata into the body of stored pages.',
  ).toBe(false)
})

it('the renderer takes the nonce of a page from its request', () => {
  const headers = {}
  setNonce(headers, 'aB-_9')
  expect(
    getScriptNonceFromHeaders(headers),
    'Next no longer takes the nonce from the policy of a request.',
  ).toBe('aB-_9')
})

it('a response that rewrites names its target in a header', () => {
  const response = NextResponse.rewrite(new URL('/en/home', SITE))
  expect(rewriteOf(response), 'Next no longer names the target of a rewrite in this header.').toBe(
    'https://keystrip.test/en/home',
  )
})

it('the framework asks itself at the address that it is given', async () => {
  const file = path.join(dist, 'dist/server/app-render/action-handler.js')
  const origins = (await readFile(file, 'utf8')).match(/let origin = .*/g)
  expect(new Set(origins), 'Next no longer takes its own address from a variable.').toEqual(
    new Set(['let origin = process.env.__NEXT_PRIVATE_ORIGIN;']),
  )
})
