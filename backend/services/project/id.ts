import { randomBytes } from 'node:crypto'

const ID_BYTES = 9

/** A new id: 72 random bits, URL-safe, 12 characters. */
export function newId(): string {
  return randomBytes(ID_BYTES).toString('base64url')
}
