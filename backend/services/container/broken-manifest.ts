import { z } from 'zod'
import { type FieldTree, fieldsOf } from '#lib/contract/fields.ts'
import { manifestSchema } from '#lib/contract/file/container.ts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { FILE_KINDS, type FileKind } from '#lib/contract/kind-schema.ts'

const FORMATS = FILE_KINDS.map((kind) => KIND_TABLE[kind].format)
/** Quotation marks around a word: none, those of JSON, and what people and editors write in their place. */
const QUOTE = '["\'`“”„‘’«»]?'
/** A declaration of one of our formats, in JSON, YAML, TOML or anything like them. */
const DECLARED = new RegExp(
  `(?<![\\w-])format${QUOTE}(?:\\s*[:=]>?)?\\s*${QUOTE}(${FORMATS.join('|')})(?![\\w-])`,
  'i',
)
const VERSION_DECLARED = new RegExp(`(?<![\\w-])format_version${QUOTE}\\s*[:=]`, 'i')
/** A name with what separates it from its value. */
const KEYS = new RegExp(`(?:^|[{,\\s])${QUOTE}([A-Za-z_][\\w-]*)${QUOTE}\\s*[:=]`, 'g')
const namesOf = (fields: FieldTree): string[] =>
  [...(fields ?? [])].flatMap(([name, inner]) => [name, ...namesOf(inner)])
/** The names of all fields of our manifests (docs/formats.md#every-manifest). */
const OURS = new Set(
  namesOf(fieldsOf(z.toJSONSchema(manifestSchema, { io: 'input', unrepresentable: 'any' }))),
)
// oxlint-disable-next-line no-control-regex -- control characters are what tells binary data
const BINARY = /[\u0000-\u0008\u000e-\u001f]/

/** The kind of a format as manifests declare it; null for any other value. */
export const kindOfFormat = (format: unknown): FileKind | null =>
  FILE_KINDS.find((kind) => KIND_TABLE[kind].format === format) ?? null

/**
 * The kind whose manifest a text is that is no JSON object; null for the manifest of another program, which is none of our business.
 * A text is ours if it declares one of our formats: `profile`, a word of many, only with `format_version` or in a file with an ending of
 * ours. In such a file it is ours also if it is empty, or if all names of fields in it are ours.
 * @param isOurs whether the file has an ending of ours, and the text is at its root.
 */
export function kindOfBroken(
  text: string,
  { kind, isOurs }: { kind: FileKind; isOurs: boolean },
): FileKind | null {
  const format = DECLARED.exec(text)?.[1]?.toLowerCase()
  const isClear = format !== 'profile' || isOurs || VERSION_DECLARED.test(text)
  if (format !== undefined && isClear) return kindOfFormat(format)
  if (!isOurs || BINARY.test(text)) return null
  const keys = Array.from(text.matchAll(KEYS), ([, key = '']) => key)
  const isEmpty = /^[\s{[]*$/.test(text)
  return isEmpty || (keys.length > 0 && keys.every((key) => OURS.has(key))) ? kind : null
}
