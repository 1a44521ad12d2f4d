import { z } from 'zod'
import type { FileNote } from '#lib/contract/file-note.ts'
import { versionSchema } from '#lib/contract/project.ts'
import { cleanLine } from '#lib/contract/text.ts'

const line = (max: number) =>
  z
    .string()
    .transform((text) => cleanLine(text).trim())
    .pipe(z.string().min(1).max(max))

/** `1`, `1.2` and `v1.2.3-beta` say enough. */
const looseVersion = z
  .union([z.string(), z.number()])
  .transform((said) => {
    const [, ...parts] =
      /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:[-+].*)?$/i.exec(`${said}`.trim()) ?? []
    return parts.length === 0 ? '' : parts.map((part) => Number(part ?? 0)).join('.')
  })
  .pipe(versionSchema)

const FIELDS = {
  name: line(200),
  version: looseVersion,
  author: line(100),
  minimum_version: looseVersion,
  license: line(60),
}
type Head = { [Field in keyof typeof FIELDS]: z.infer<(typeof FIELDS)[Field]> } & {
  attribution?: string
}

/**
 * The fields that every manifest begins with. What is missing or not valid is replaced, with a word
 * about it.
 * @param title what the file is called, for lack of a name.
 */
export function readHead(said: Record<string, unknown>, title: string) {
  const warnings: FileNote[] = []
  const defaults = {
    name: cleanLine(title).trim().slice(0, 200) || 'Untitled',
    version: '1.0.0',
    author: 'Unknown',
    minimum_version: '1.0.0',
    // SPDX 2.3, section 3.13: nothing is said.
    license: 'NOASSERTION',
  }
  function read<Field extends keyof typeof FIELDS>(field: Field): string {
    const parsed = FIELDS[field].safeParse(said[field])
    if (parsed.success) return parsed.data
    warnings.push({ code: 'field_replaced', field, value: defaults[field] })
    return defaults[field]
  }
  const attribution = line(500).safeParse(said['attribution'])
  const head: Head = {
    name: read('name'),
    version: read('version'),
    author: read('author'),
    minimum_version: read('minimum_version'),
    license: read('license'),
    ...(attribution.success && { attribution: attribution.data }),
  }
  return { head, warnings }
}

const formatVersionSchema = z.coerce.number().catch(1)

/** A word about a format that is newer than what is known. */
export function newerVersion(said: Record<string, unknown>, known: number): FileNote[] {
  const version = formatVersionSchema.parse(said['format_version'] ?? 1)
  return version > known ? [{ code: 'newer_version', value: `${version}`, limit: known }] : []
}
