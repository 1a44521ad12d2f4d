import { readdirSync } from 'node:fs'

/* Files of a build that Next does not document. */

/** Has the id of the build; the last file that a build writes. */
export const BUILD_ID_FILE = '.next/BUILD_ID'
/** Where a build writes files that style sheets name. */
const MEDIA_FOLDER = '.next/static/media'

/** Address of the headings' font, whose name next/font does not give; `undefined` in development. */
export const displayFont = ((): string | undefined => {
  // The folder may be left of an earlier build.
  if (process.env.NODE_ENV !== 'production') return undefined
  try {
    const name = readdirSync(MEDIA_FOLDER).find((file) => /^bricolage.*\.woff2$/.test(file))
    return name && `/_next/static/media/${name}`
  } catch {
    return undefined
  }
})()
