import { z } from 'zod'
import {
  REQUIRED_ID_MAX,
  REQUIRES_MAX,
  type Requirement,
  requirementKey,
  requirementSchema,
} from '#lib/contract/file/container.ts'
import type { FileIssue } from '#lib/contract/file/file-issue.ts'
import { LICENSE_MAX } from '#lib/contract/limits.ts'
import { isPrinted } from '#lib/contract/name/name.ts'
import { toVersion, withoutZeros } from '#lib/contract/version/parse-version.ts'
import { cleanLine } from '#lib/contract/text.ts'
import { stableOf } from '#lib/contract/version/version.ts'
import { versionSchema } from '#lib/contract/version/version-schema.ts'
import { proposeSpdx } from '#lib/text/spdx.ts'
import { displayName } from './error.ts'
import { warnAbout } from './plan.ts'

const line = (max: number) =>
  z
    .string()
    .transform((text) => cleanLine(text).trim())
    .pipe(z.string().max(max).refine(isPrinted))

/** Completes `1` and `1.2`. */
const looseVersion = z
  .union([z.string(), z.number()])
  .transform((version) => toVersion(`${version}`))
  .pipe(versionSchema)
/** Of the application, whose versions are plain: reduces `v1.2.3-beta` to `1.2.3`. */
const looseMinimum = looseVersion.transform(stableOf)

/** SPDX 2.3, section 3.13: no statement about the licence. */
export const UNKNOWN_LICENSE = 'NOASSERTION'
export const FIRST_VERSION = '1.0.0'
/** Longest name of a licence in words that is read. */
const LICENSE_WORDS_MAX = 200

const FIELDS = {
  name: line(200),
  version: looseVersion,
  author: line(100),
  minimum_version: looseMinimum,
  license: line(LICENSE_WORDS_MAX)
    .transform((words) => proposeSpdx(words) ?? words)
    .pipe(z.string().max(LICENSE_MAX)),
}
type Head = { [Field in keyof typeof FIELDS]: z.infer<(typeof FIELDS)[Field]> } & {
  attribution?: string
  requires?: Requirement[]
}

/**
 * Reads the fields that all manifests share. Missing and invalid fields are replaced by defaults, with a
 * warning for each.
 * @param title default for the name.
 */
export function readHead(manifest: Record<string, unknown>, title: string) {
  const warnings: FileIssue[] = []
  const defaults = {
    name: cleanLine(title.trim().slice(0, 200)).trim() || 'Untitled',
    version: FIRST_VERSION,
    author: 'Unknown',
    minimum_version: FIRST_VERSION,
    license: UNKNOWN_LICENSE,
  }
  function read<Field extends keyof typeof FIELDS>(field: Field): string {
    const parsed = FIELDS[field].safeParse(manifest[field])
    if (parsed.success) {
      const isVersion = field === 'version' || field === 'minimum_version'
      if (isVersion) warnings.push(...warnZeros(field, manifest[field], parsed.data))
      return parsed.data
    }
    warnings.push({ code: 'field_replaced', field, value: defaults[field] })
    return defaults[field]
  }
  const attribution = line(500).safeParse(manifest['attribution'])
  const { requires, leftOut, zeros } = readRequires(manifest['requires'])
  const head: Head = {
    name: read('name'),
    version: read('version'),
    author: read('author'),
    minimum_version: read('minimum_version'),
    license: read('license'),
    ...(attribution.success && { attribution: attribution.data }),
    ...(requires.length > 0 && { requires }),
  }
  warnings.push(...warnLicense(manifest['license'], head.license))
  warnings.push(...zeros, ...warnAbout('requires_left_out', leftOut))
  return { head, warnings }
}

/** A warning if the licence of a manifest was read as another text than it is. */
export function warnLicense(words: unknown, name: string): FileIssue[] {
  const isOther = typeof words === 'string' && name !== UNKNOWN_LICENSE && words.trim() !== name
  return isOther ? [{ code: 'license_read_as', value: displayName(words), name }] : []
}

/**
 * A warning if zeros in front of the numbers of a version were left out.
 * @param read what it was read as, if not as the version that it is.
 */
export function warnZeros(field: string, value: unknown, read?: string): FileIssue[] {
  const version = withoutZeros(String(value))
  if (version === null) return []
  const name = read ?? version
  return [{ code: 'zeros_left_out', field, value: displayName(String(value)), name }]
}

const looseRequirementSchema = requirementSchema.extend({
  id: line(REQUIRED_ID_MAX).pipe(requirementSchema.shape.id),
  minimum: z.union([z.literal('').transform(() => undefined), looseVersion]).nullish(),
})

const minimumOf = z.object({ minimum: z.unknown() }).transform(({ minimum }) => minimum)

/** What a manifest needs, each project once, and the entries that are left out: invalid, repeated, or too many. `zeros`: warnings. */
function readRequires(value: unknown) {
  const found = new Map<string, Requirement>()
  const leftOut: string[] = []
  const zeros: FileIssue[] = []
  const entries = Array.isArray(value) ? value : [value]
  for (const [at, entry] of (value === undefined || value === null ? [] : entries).entries()) {
    const { data } = looseRequirementSchema.safeParse(found.size < REQUIRES_MAX ? entry : null)
    const key = data && requirementKey({ kind: data.kind, id: data.id })
    if (!data || key === undefined || found.has(key)) {
      leftOut.push(JSON.stringify(entry))
      continue
    }
    const { kind, id, minimum } = data
    found.set(key, { kind, id, ...(minimum && { minimum }) })
    zeros.push(...warnZeros(`requires[${at}].minimum`, minimumOf.safeParse(entry).data))
  }
  return { requires: [...found.values()], leftOut, zeros }
}
