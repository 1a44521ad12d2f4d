import { randomBytes } from 'node:crypto'

const ID_BYTES = 9

/** A random id: 72 bits, base64url, 12 characters, not a dash at first: command lines read that as an option. */
export function newId(): string {
  const id = randomBytes(ID_BYTES).toString('base64url')
  return id.startsWith('-') ? newId() : id
}
