import 'server-only'
import { readdirSync } from 'node:fs'

/** Where a build writes files that style sheets name. */
const FOLDER = '.next/static/media'

/** Address of the headings' font, whose name next/font does not tell; `undefined` in development. */
export const displayFont = ((): string | undefined => {
  // The folder may be left of an earlier build.
  if (process.env.NODE_ENV !== 'production') return undefined
  try {
    const name = readdirSync(FOLDER).find((file) => /^bricolage.*\.woff2$/.test(file))
    return name && `/_next/static/media/${name}`
  } catch {
    return undefined
  }
})()
