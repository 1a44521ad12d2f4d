export type ReadVersion = { version: string } | { refused: 'prerelease' | 'bad_version' }

const NUMBERS = String.raw`(\d{1,5})\.(\d{1,5})(?:\.(\d{1,5}))?`
/** https://semver.org/#spec-item-9 and 10 */
const REST = String.raw`(-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?`
/** `1.0.0`, `v1.0`, `v-1.0.0`, `v.1.0.6`, `1` */
const BARE = new RegExp(String.raw`^v?[.\-_ ]?(?:(\d{1,5})|${NUMBERS})${REST}$`, 'i')
/** `name-v1.0.0`, `@scope/name@1.0.0`, `release/1.0` */
const NAMED = new RegExp(String.raw`^[\w.@/+ -]*?[-_@/ ]v?[.\-_]?${NUMBERS}${REST}$`, 'i')
const TEXT_MAX = 100

/**
 * Reads a version or a tag as `x.x.x`, the only form that a project has: what is missing is zero,
 * build metadata is left out. A pre-release has no place in that order, since the release that
 * follows it would have to be higher, so it is refused as such.
 */
export function readVersion(text: string): ReadVersion {
  const plain = text.trim()
  if (plain.length > TEXT_MAX) return { refused: 'bad_version' }
  const bare = BARE.exec(plain)
  const [, alone, ...parts] = bare ?? [undefined, undefined, ...(NAMED.exec(plain) ?? []).slice(1)]
  const [major = alone, minor = '0', patch = '0', before] = parts
  if (major === undefined) return { refused: 'bad_version' }
  if (before !== undefined) return { refused: 'prerelease' }
  return { version: [major, minor, patch].map(Number).join('.') }
}

/** The version that a text says, or `null`. */
export function versionIn(text: string | null): string | null {
  const read = text === null ? null : readVersion(text)
  return read && 'version' in read ? read.version : null
}
