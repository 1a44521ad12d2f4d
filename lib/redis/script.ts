import { createHash } from 'node:crypto'
import type { Script } from './connect.ts'

/** A Lua script and the name that the server gives it. */
export const scriptOf = (text: string): Script => ({
  text,
  sha: createHash('sha1').update(text).digest('hex'),
})
