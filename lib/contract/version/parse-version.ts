import { newVersionSchema } from './version-schema.ts'

type ParsedVersion =
  /** `leftOut`: zeros in front of its numbers were left out. */
  { version: string; leftOut?: true } | { error: 'bad_version' }

const NUMBERS = String.raw`(\d{1,5})\.(\d{1,5})(?:\.(\d{1,5}))?`
/** https://semver.org/#spec-item-9 and 10 */
const REST = String.raw`(-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?`
/** `1.0.0`, `v1.0`, `v-1.0.0`, `v.1.0.6`, `1` */
const BARE = new RegExp(String.raw`^v?[.\-_ ]?(?:(\d{1,5})|${NUMBERS})${REST}$`, 'i')
/** `name-v1.0.0`, `@scope/name@1.0.0`, `release/1.0` */
const NAMED = new RegExp(String.raw`^[\w.@/+ -]*?[-_@/ ]v?[.\-_]?${NUMBERS}${REST}$`, 'i')
const TEXT_MAX = 100
/** `2024-01-05` and `1.2-3` are not completed: they are no pre-releases. */
const INCOMPLETE = /^-\d/

/**
 * Reads a version of a tag, a manifest or a package: missing numbers are zero (`1.2` is 1.2.0). Zeros in front of a number are left out
 * (`2026.01.05` is 2026.1.5, `1.0.0-beta.01` is 1.0.0-beta.1), and build metadata is dropped, so that two texts which differ in these alone
 * are one version. Four numbers, `2026-01-05` and anything else are no version.
 */
export function parseVersion(text: string): ParsedVersion {
  const refused = { error: 'bad_version' } as const
  const trimmed = text.trim()
  if (trimmed.length > TEXT_MAX) return refused
  const bare = BARE.exec(trimmed)
  const [, alone, ...parts] = bare ?? [
    undefined,
    undefined,
    ...(NAMED.exec(trimmed) ?? []).slice(1),
  ]
  const [major = alone, minor, patch, prerelease = ''] = parts
  if (major === undefined || (patch === undefined && INCOMPLETE.test(prerelease))) return refused
  const written = `${[major, minor ?? '0', patch ?? '0'].join('.')}${prerelease}`
  const plain = leaveOutZeros(written)
  const version = newVersionSchema.safeParse(plain)
  if (!version.success) return refused
  return { version: version.data, ...(plain !== written && { leftOut: true }) }
}

/** `01.02.0-rc.03` → `1.2.0-rc.3`. An identifier with a letter stays: `1.0.0-0a`. */
function leaveOutZeros(version: string): string {
  const at = version.indexOf('-')
  const shorten = (text: string) =>
    text
      .split('.')
      .map((part) => part.replace(/^0+(?=\d+$)/, ''))
      .join('.')
  if (at === -1) return shorten(version)
  return `${shorten(version.slice(0, at))}-${shorten(version.slice(at + 1))}`
}

/** The version of a text if zeros in front of its numbers were left out, which readers warn about; else `null`. */
export function withoutZeros(text: string): string | null {
  const parsed = parseVersion(text)
  return 'version' in parsed && parsed.leftOut ? parsed.version : null
}

/** The version of a text, or `null`. */
export function toVersion(text: string | null): string | null {
  const parsed = text === null ? null : parseVersion(text)
  return parsed && 'version' in parsed ? parsed.version : null
}
