import { newVersionSchema } from './version-schema.ts'

type ParsedVersion = { version: string } | { error: 'bad_version' }

const NUMBERS = String.raw`(\d{1,5})\.(\d{1,5})(?:\.(\d{1,5}))?`
/** https://semver.org/#spec-item-9 and 10 */
const REST = String.raw`(-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?`
/** `1.0.0`, `v1.0`, `v-1.0.0`, `v.1.0.6`, `1` */
const BARE = new RegExp(String.raw`^v?[.\-_ ]?(?:(\d{1,5})|${NUMBERS})${REST}$`, 'i')
/** `name-v1.0.0`, `@scope/name@1.0.0`, `release/1.0` */
const NAMED = new RegExp(String.raw`^[\w.@/+ -]*?[-_@/ ]v?[.\-_]?${NUMBERS}${REST}$`, 'i')
const TEXT_MAX = 100
/** `2024.10.05`, `18.07.17` and `2024.01` are dates: of three numbers none has a zero in front, of two none after a year. */
const DATE = /^0\d+\.\d+\.\d|\.0\d+\.\d|\.\d+\.0\d|^[1-9]\d{3,4}\.0\d/

/**
 * Reads a version of a tag, a manifest or a package: missing numbers are zero (`1.02` is 1.2.0), and build metadata is dropped, so that
 * two versions which differ in their build alone are one. Dates, four numbers and anything else are no version.
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
  if (major === undefined || DATE.test([major, minor, patch].join('.'))) return refused
  // `2024-01-05` and `1.2-3` are not completed: they are no pre-releases.
  if (patch === undefined && /^-\d/.test(prerelease)) return refused
  const numbers = [major, minor ?? '0', patch ?? '0'].map(Number).join('.')
  const version = newVersionSchema.safeParse(`${numbers}${prerelease}`)
  return version.success ? { version: version.data } : refused
}

/** The version of a text, or `null`. */
export function toVersion(text: string | null): string | null {
  const parsed = text === null ? null : parseVersion(text)
  return parsed && 'version' in parsed ? parsed.version : null
}
