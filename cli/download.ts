import { createHash, randomUUID } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import { isIP, type LookupFunction } from 'node:net'
import path from 'node:path'
import { boundChunks, TooLargeError } from '#lib/limits/read-bounded.ts'
import { cutName, storableName } from '#lib/text/file-name.ts'
import { CliError, EXIT } from './exit.ts'
import { type HttpAnswer, send, unreachable } from './http.ts'
import type { Io } from './io.ts'
import { type AddressScope, placeOf } from './place.ts'
import { hashFile, measureFile } from './local-file.ts'
import { createProgress, type TaskProgress } from './progress.ts'
import type { Reporter } from './reporter.ts'
import { retryAfterMs, withRetries } from './retry.ts'

/** Longest download, and longest time without a byte, in ms. */
const TOTAL_MS = 3600 * 1000
const IDLE_MS = 60_000
/** A site may keep its files in a storage of its own (docs/decisions/0086-redirect-downloads-to-signed-storage-addresses.md). */
const REDIRECTS_MAX = 3
type Offered = { url: URL; size: number; sha256: string }

/** Characters of no file name of Windows, and those that a reader does not see, but for joiners of emoji and letters. */
const UNSAFE = /[\p{Cc}\p{Cs}\u2028\u2029\ufffd"*/:<>?\\|]|(?![\u200c\u200d])\p{Cf}/gu

/** A file name of the site as one that every system takes: no folder, no hidden file, no device. */
export function safeName(name: string, ending: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  const plain = last
    .normalize('NFC')
    .replaceAll(UNSAFE, '')
    .replace(/^[.\s]+/, '')
    .replace(/[.\s]+$/, '')
  const hasEnding = plain.toLowerCase().endsWith(ending)
  const stem = hasEnding ? plain.slice(0, -ending.length) : plain
  return cutName(
    storableName(stem.trimEnd()) || 'file',
    hasEnding ? plain.slice(-ending.length) : ending,
  )
}

/**
 * Downloads a file and compares its SHA-256 with the site's. It gets its name only after that: nothing remains of a
 * download that fails. A file that has the right bytes already is kept.
 * @throws CliError `wrong_hash`, `exists` for another file of that name, errors of the connection.
 */
export async function download(
  io: Io,
  reporter: Reporter,
  { offered, target, isForced }: { offered: Offered; target: string; isForced: boolean },
): Promise<'downloaded' | 'present'> {
  const name = path.basename(target)
  if ((await stat(target).catch(() => null)) !== null) {
    const present = await hashFile(await measureFile(target, name))
    if (present.sha256 === offered.sha256) return 'present'
    const message = `${name} exists and is another file. Replace it with --force, or choose another --output.`
    if (!isForced) throw new CliError(EXIT.failed, 'exists', message)
  }
  const part = path.join(path.dirname(target), `.${randomUUID()}.part`)
  const progress = createProgress(reporter.terminal, { label: name, total: offered.size })
  try {
    await withRetries(io, () => fetchInto(io, part, offered, progress))
    await rename(part, target)
    return 'downloaded'
  } catch (error) {
    throw isFileError(error) ? cannotWrite(name, error) : error
  } finally {
    progress.end()
    await rm(part, { force: true })
  }
}

async function fetchInto(io: Io, part: string, offered: Offered, progress: TaskProgress) {
  const answer = await follow(io, offered.url)
  const file = await open(part, 'w', 0o644)
  try {
    const hash = createHash('sha256')
    let done = 0
    for await (const chunk of bounded(answer, offered)) {
      hash.update(chunk)
      await file.write(chunk)
      done += chunk.byteLength
      progress.set(done)
    }
    if (hash.digest('hex') !== offered.sha256) throw wrongHash()
    await file.sync()
  } finally {
    answer.body.destroy()
    await file.close()
  }
}

async function* bounded({ body }: HttpAnswer, { url, size }: Offered) {
  const chunks = boundChunks(body, size)[Symbol.asyncIterator]()
  for (;;) {
    const next = await chunks.next().catch((error: unknown) => {
      throw error instanceof TooLargeError ? wrongHash() : unreachable(url, error)
    })
    if (next.done) return
    yield next.value
  }
}

/**
 * Follows redirections, which a download may have; no token is part of any request here.
 * @throws CliError `redirected` for one to another scheme, or to this machine or a private network where the site is not.
 */
async function follow(io: Io, first: URL): Promise<HttpAnswer> {
  const { signal } = io
  let url = first
  let lookup: LookupFunction | undefined
  for (let count = 0; count <= REDIRECTS_MAX; count += 1) {
    const headers = { accept: '*/*', 'accept-encoding': 'identity' }
    const limits = { totalMs: TOTAL_MS, idleMs: IDLE_MS }
    const answer = await send({ method: 'GET', url, headers, signal, ...limits, lookup })
    const { status, from } = answer
    if (status === 200) return answer
    answer.body.destroy()
    const { location } = answer.headers
    if (status < 300 || status >= 400 || !location || !URL.canParse(location, url)) {
      throw refusedDownload(url, answer)
    }
    // Every address that is followed is where the site is, or public.
    url = new URL(location, url)
    lookup = await lookupTarget(io, { first, site: placeOf(from) }, url)
  }
  throw new CliError(EXIT.unreachable, 'redirected', `${first.host} redirects too often.`)
}

type Origin = { first: URL; site: AddressScope }

/** Looks up a host once: its name may have another address later. @throws CliError `redirected`; `unreachable`. */
async function lookupTarget(io: Io, origin: Origin, url: URL): Promise<LookupFunction> {
  if (url.protocol !== origin.first.protocol) {
    throw redirected(origin, 'an address of another scheme')
  }
  const literal = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(literal)
  const found =
    family === 0
      ? await io.lookup(literal).catch((error: unknown) => {
          throw unreachable(url, error)
        })
      : [{ address: literal, family }]
  for (const { address } of found) checkPlace(origin, placeOf(address))
  const { address = '', family: version = 0 } = found[0] ?? {}
  return (_, { all }, callback) => (all ? callback(null, found) : callback(null, address, version))
}

/** @throws CliError `redirected` for an address on this machine or in a private network, unless the site is there. */
export function checkPlace(origin: Origin, place: AddressScope): void {
  if (place === 'public' || place === origin.site) return
  throw redirected(origin, place === 'loopback' ? 'this machine' : 'a private network')
}

const redirected = ({ first }: Origin, where: string) =>
  new CliError(EXIT.unreachable, 'redirected', `${first.host} redirects the download to ${where}.`)

function refusedDownload({ host }: URL, { status, headers }: HttpAnswer): CliError {
  const isRefused = status >= 400 && status < 500
  const message = `${host} answers the download with status ${status}.`
  return new CliError(isRefused ? EXIT.refused : EXIT.unreachable, `status_${status}`, message, {
    isTransient: [429, 502, 503, 504].includes(status),
    retryAfterMs: retryAfterMs(headers['retry-after'], new Date()),
  })
}

const wrongHash = () =>
  new CliError(
    EXIT.wrongHash,
    'wrong_hash',
    'The downloaded bytes are not those of the project. Nothing was kept.',
  )

const isFileError = (error: unknown) =>
  error instanceof Error && !(error instanceof CliError) && 'syscall' in error

export const cannotWrite = (name: string, error: unknown) => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return new CliError(EXIT.failed, 'cannot_write', `${name} cannot be written (${code}).`)
}
