import { createLocalJWKSet } from 'jose'
import { fetchKeys, type PublicKey } from './fetch-keys.ts'
import { identityError } from './identity-error.ts'

/** Keys are read again after this time, in ms: a key that the issuer withdraws is accepted no longer. */
const MAX_AGE_MS = 60 * 60 * 1000
/** Shortest interval between two reads, in ms, so that unknown key ids cause few of them; after a failed one. */
const MIN_AGE_MS = 60 * 1000
const RETRY_MS = 10 * 1000

type KeySet = ReturnType<typeof createLocalJWKSet>
type Known = { set: KeySet; ids: ReadonlySet<string>; readAt: number }
type Entry = {
  known: Known | null
  /** The end of the last read. */
  last: { at: number; error: unknown } | null
  reading: Promise<void> | null
}

/** The public keys of issuers, cached in this process. Concurrent requests share one read. */
export function createIssuerKeys(onRead: () => void) {
  const entries = new Map<string, Entry>()

  const read = async (issuer: string, entry: Entry, now: number) => {
    try {
      entry.known = toKnown(await fetchKeys(issuer), now)
      entry.last = { at: now, error: null }
      onRead()
    } catch (error) {
      entry.last = { at: now, error }
    }
  }

  /**
   * The keys of an issuer, among them the one with the id.
   * @throws DomainError `oidc_key` for an unknown id, `oidc_unreachable` if the keys cannot be read.
   */
  return async function keysOf(issuer: string, keyId: string, date: Date): Promise<KeySet> {
    const now = date.getTime()
    const entry = entries.get(issuer) ?? { known: null, last: null, reading: null }
    entries.set(issuer, entry)
    const find = () =>
      entry.known && now - entry.known.readAt < MAX_AGE_MS && entry.known.ids.has(keyId)
        ? entry.known.set
        : null
    const cached = find()
    if (cached) return cached
    if (entry.reading || isDue(entry, now)) {
      entry.reading ??= read(issuer, entry, now).finally(() => {
        entry.reading = null
      })
      await entry.reading
    }
    const found = find()
    if (found) return found
    const error = entry.last?.error ?? null
    throw error === null ? identityError('oidc_key') : identityError('oidc_unreachable', error)
  }
}
export type IssuerKeys = ReturnType<typeof createIssuerKeys>

const isDue = ({ last }: Entry, now: number): boolean =>
  last === null || now - last.at >= (last.error === null ? MIN_AGE_MS : RETRY_MS)

const toKnown = (keys: PublicKey[], readAt: number): Known => ({
  set: createLocalJWKSet({ keys }),
  ids: new Set(keys.map(({ kid }) => kid)),
  readAt,
})
