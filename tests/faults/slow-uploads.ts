import { request } from 'node:http'
import type { Creator } from './creator.ts'

const BOUNDARY = 'a-boundary-of-slow-uploads'
const HEAD =
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nproject\r\n` +
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="x.flexbar"\r\n` +
  'Content-Type: application/octet-stream\r\n\r\n'
/** Bytes that an upload sends each time, and how often, in ms: enough not to count as stalled. */
const DRIP = Buffer.alloc(1024, 'x')
const DRIP_MS = 500
/** Pause before a place that was refused or lost is tried again, in ms. */
const AGAIN_MS = 1_000

/** How an upload states its length and who sends it. */
const WAYS = ['chunked', 'long', 'short', 'token', 'form'] as const
type Way = (typeof WAYS)[number]
type Attacker = { creator: Creator; token: string }

/**
 * Uploads of several accounts that are as slow as they may be, to each of the sites: each account tries for as many as it can
 * have, in every way that there is, and begins again when one ends.
 */
export function startSlowUploads(attackers: readonly Attacker[], bases: readonly string[]) {
  const open = new Set<() => void>()
  const answers = new Map<number, number>()
  let isOver = false

  function start(attacker: Attacker, base: string, way: Way) {
    if (isOver) return
    const { headers } = attacker.creator
    const { cookie, ...others } = headers()
    const path = way === 'form' ? '/api/publish/en/profile' : '/api/v1/file/upload'
    const sent = request(new URL(path, base), {
      method: 'POST',
      agent: false,
      headers: {
        ...others,
        ...(way === 'token' ? { authorization: `Bearer ${attacker.token}` } : { cookie }),
        ...(way === 'long' && { 'content-length': 50 * 1024 * 1024 }),
        // Far more than it will ever send.
        ...(way === 'short' && { 'content-length': 1024 * 1024 }),
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      },
    })
    const drip = setInterval(() => sent.write(DRIP), DRIP_MS)
    const end = () => sent.destroy()
    open.add(end)
    sent.write(HEAD)
    sent.on('error', () => undefined)
    sent.on('response', (response) => {
      const status = response.statusCode ?? 0
      answers.set(status, (answers.get(status) ?? 0) + 1)
      response.resume()
      end()
    })
    sent.once('close', () => {
      clearInterval(drip)
      open.delete(end)
      setTimeout(() => start(attacker, base, way), AGAIN_MS).unref()
    })
  }

  for (const base of bases) {
    for (const attacker of attackers) {
      for (let at = 0; at < 10; at += 1) start(attacker, base, WAYS[at % WAYS.length] ?? 'chunked')
    }
  }
  return {
    /** Uploads that are neither answered nor ended. */
    open: () => open.size,
    /** Number of answers by status. */
    answers: () => Object.fromEntries(answers),
    stop() {
      isOver = true
      for (const end of open) end()
    },
  }
}
