import { DomainError } from '#backend/errors.ts'
import { ObjectMissingError } from '#backend/storage/error.ts'
import type { S3Address } from '#backend/storage/s3-address.ts'
import { S3Refusal } from '#backend/storage/s3-client.ts'
import { mayPass, type Patience } from '#backend/storage/s3-patience.ts'

type About = { address: S3Address; place: string; patience: Patience }

/** A failure of what is being sent, which is none of the bucket. */
class SourceFailure extends Error {}

/** Passes bytes on to a bucket; what they throw is not explained. */
export async function* fromSource(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (error) {
    throw new SourceFailure('source', { cause: error })
  }
}

/** @throws Error with one sentence that names the bucket, without its key. */
export async function explained<T>(work: () => Promise<T>, about: About): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw explain(error, about)
  }
}

/** The same for what is read piece by piece. */
export async function* explainedStream<T>(
  pieces: AsyncIterable<T>,
  about: About,
): AsyncGenerator<T> {
  const source = pieces[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await explained(() => source.next(), about)
      if (next.done) return
      yield next.value
    }
  } finally {
    await source.return?.()
  }
}

function explain(error: unknown, { address, place, patience }: About): unknown {
  if (error instanceof SourceFailure) return error.cause
  const cause = error instanceof DomainError ? error.cause : error
  const refuse = (sentence: string) => new Error(sentence, { cause })
  if (error instanceof DomainError && error.code === 'disk_full') {
    return refuse(
      `The bucket ${place} is full (${nameOf(cause)}): make room, or keep fewer backups (BACKUP_KEEP).`,
    )
  }
  if (error instanceof ObjectMissingError) {
    return refuse(`The backup in ${place} is damaged: a part of it is missing.`)
  }
  if (!(cause instanceof S3Refusal)) {
    if (nameOf(cause) === 'CredentialsProviderError') {
      return refuse(
        `The bucket ${place} needs a key: in its address, or as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
      )
    }
    // A single name is that of a bucket more often than that of a host.
    const isName =
      address.endpoint !== null && !/[.:]/.test(address.endpoint.slice('https://'.length))
    const hint = isName ? ': an address begins with the host, and with s3:/// for Amazon S3' : ''
    const tried = mayPass(cause) ? triedFor(patience) : ''
    return refuse(`The bucket ${place} cannot be reached (${nameOf(cause)})${tried}${hint}.`)
  }
  const { code, status } = cause
  if (code === 'NoSuchBucket' || status === 404) return refuse(`There is no bucket ${place}.`)
  if (status === 401 || status === 403) {
    return refuse(
      `The bucket ${place} refuses the key (${code}): it has to list, read, write and delete.`,
    )
  }
  const isAway = status !== undefined && (status >= 500 || status === 429)
  return refuse(`The bucket ${place} fails (${code})${isAway ? triedFor(patience) : ''}.`)
}

function triedFor({ forMs }: Patience): string {
  const seconds = Math.round(forMs / 1000)
  return seconds > 0 ? `, also after ${seconds} s` : ''
}

/** What failed, by its name alone: messages of other programs may repeat what was sent to them. */
function nameOf(error: unknown): string {
  if (error instanceof S3Refusal) return error.code
  if (!(error instanceof Error)) return 'unknown'
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.name === 'Error' ? error.message : error.name
}
