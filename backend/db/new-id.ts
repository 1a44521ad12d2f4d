import { randomBytes } from 'node:crypto'

const ID_BYTES = 9

/** A random id: 72 bits, base64url, 12 characters. */
export function newId(): string {
  return randomBytes(ID_BYTES).toString('base64url')
}
