import { createHash, randomBytes } from 'node:crypto'

/** A bearer token: 256 random bits. */
export const newToken = () => randomBytes(32).toString('base64url')

/** The stored form of a token. 256 random bits need neither salt nor a slow hash. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')
