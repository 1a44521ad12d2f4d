import { createHash, randomBytes } from 'node:crypto'

/** A bearer token: 256 random bits. */
export const newToken = () => randomBytes(32).toString('base64url')

/** What is kept of it. It needs no salt and no slow hash: nobody guesses 256 bits. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** How long tokens live. */
export const LIFETIMES = {
  /** A token opens calls for so long, in ms, unless the configuration says otherwise. */
  accessMs: 30 * 60 * 1000,
  /** It can be exchanged for so long; a session that nobody uses ends then. */
  refreshMs: 30 * 24 * 3600 * 1000,
  /** An exchanged token still works for so long: other requests may be under way with it. */
  graceMs: 60 * 1000,
} as const
