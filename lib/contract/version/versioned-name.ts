import { toVersion } from './parse-version.ts'
import { stableOf } from './version.ts'

/** What stays at the end of a name: its ending, before which a package of a plugin states its platform. */
const TAIL =
  /(?:[._-](?:win32|darwin|linux)(?:[._-](?:x64|ia32|arm64|universal))?\.flexplugin|\.[A-Za-z0-9]{1,20})$/i
/** Two or three numbers, as a name may have them already. */
const NUMBERS = /\d{1,5}(?:\.\d{1,5}){1,2}/g
/** Longest name with a number, in bytes: that of common file systems. */
const NAME_MAX_BYTES = 255

/**
 * The name that a file of a version is saved under: `orchard.iconpack` of version 1.2.0 is `orchard-1.2.0.iconpack`. A name that has the
 * number, in whatever form, and one that would become too long, stay.
 */
export function versionedName(name: string, version: string | undefined): string {
  if (version === undefined) return name
  const release = stableOf(toVersion(version) ?? version)
  const isNumbered = (name.match(NUMBERS) ?? []).some((text) => toVersion(text) === release)
  if (isNumbered) return name
  const at = TAIL.exec(name)?.index ?? name.length
  const numbered = `${name.slice(0, at)}-${version}${name.slice(at)}`
  return new TextEncoder().encode(numbered).length > NAME_MAX_BYTES ? name : numbered
}
