export type ParsedVersion = { version: string } | { error: 'prerelease' | 'bad_version' }

const NUMBERS = String.raw`(\d{1,5})\.(\d{1,5})(?:\.(\d{1,5}))?`
/** https://semver.org/#spec-item-9 and 10 */
const REST = String.raw`(-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?`
/** `1.0.0`, `v1.0`, `v-1.0.0`, `v.1.0.6`, `1` */
const BARE = new RegExp(String.raw`^v?[.\-_ ]?(?:(\d{1,5})|${NUMBERS})${REST}$`, 'i')
/** `name-v1.0.0`, `@scope/name@1.0.0`, `release/1.0` */
const NAMED = new RegExp(String.raw`^[\w.@/+ -]*?[-_@/ ]v?[.\-_]?${NUMBERS}${REST}$`, 'i')
const TEXT_MAX = 100

/**
 * Parses a version or a tag as `x.y.z`, the only form of project versions: missing numbers are zero,
 * build metadata is dropped. Pre-releases are rejected, because the release that follows one would
 * have the same version.
 */
export function parseVersion(text: string): ParsedVersion {
  const trimmed = text.trim()
  if (trimmed.length > TEXT_MAX) return { error: 'bad_version' }
  const bare = BARE.exec(trimmed)
  const [, alone, ...parts] = bare ?? [
    undefined,
    undefined,
    ...(NAMED.exec(trimmed) ?? []).slice(1),
  ]
  const [major = alone, minor = '0', patch = '0', before] = parts
  if (major === undefined) return { error: 'bad_version' }
  if (before !== undefined) return { error: 'prerelease' }
  return { version: [major, minor, patch].map(Number).join('.') }
}

/** The version of a text, or `null`. */
export function toVersion(text: string | null): string | null {
  const parsed = text === null ? null : parseVersion(text)
  return parsed && 'version' in parsed ? parsed.version : null
}
