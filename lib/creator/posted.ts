import type { z } from 'zod'
import type { ContentSource } from '#lib/contract/kind.ts'
import { githubCheckSchema } from '#lib/contract/publish.ts'
import { repositoryAddress } from '#lib/contract/repository.ts'
import { cleanLine, cleanText, withPlainLineEnds } from '#lib/contract/text.ts'
import { type FieldName, fieldsOf } from './fields.ts'
import { formFileSchema, type UploadedFile } from './form-file.ts'
import { type FileField, isFileField, keptInputs, PLAIN_INPUTS } from './plain-form.ts'
import { EMPTY_VALUES, type CreatorValues, valuesSchema } from './values.ts'

/** A posted form: its text parts by name, and what was uploaded from its file parts. */
export type PostedParts = {
  fields: ReadonlyMap<string, readonly string[]>
  files: ReadonlyMap<FileField, UploadedFile[]>
}

/** Files of a field that are read; more than any field may have. */
const KEPT_MAX = 12

export const firstOf = ({ fields }: PostedParts, name: string): string | undefined =>
  fields.get(name)?.[0]

/** The values of a posted form. Invalid ones become initial values: validation reports them. */
export function readPosted(posted: PostedParts, source: ContentSource): CreatorValues {
  const entries = fieldsOf(source).map((name) => [name, readField(posted, name)])
  const values = valuesSchema.safeParse(Object.fromEntries(entries)).data ?? EMPTY_VALUES
  return { ...values, facts: readFacts(posted, values.repository_url) }
}

function readField(posted: PostedParts, name: FieldName): unknown {
  if (isFileField(name)) {
    const files = readFiles(posted, name)
    // A new file takes the place of the one before.
    return Array.isArray(EMPTY_VALUES[name]) ? files : (files.at(-1) ?? null)
  }
  if (Array.isArray(EMPTY_VALUES[name])) return posted.fields.get(name) ?? []
  const text = firstOf(posted, name)
  return text === undefined ? EMPTY_VALUES[name] : withPlainLineEnds(cleanText(text))
}

/** Files that were uploaded before, then new ones. */
function readFiles(posted: PostedParts, name: FileField): UploadedFile[] {
  const kept = Array.from({ length: KEPT_MAX }, (_, at) => keptFile(posted, name, at) ?? [])
  return [...kept.flat(), ...(posted.files.get(name) ?? [])]
}

function keptFile(posted: PostedParts, name: FileField, at: number): UploadedFile | null {
  const inputs = keptInputs(name, at)
  const file = parseJson(firstOf(posted, inputs.kept), formFileSchema)
  const alt = firstOf(posted, inputs.alt)
  return file && { ...file, alt: cleanLine(alt ?? file.alt) }
}

/** What was read from the repository, unless another address was typed meanwhile. */
function readFacts(posted: PostedParts, address: string): CreatorValues['facts'] {
  const facts = parseJson(firstOf(posted, PLAIN_INPUTS.facts), githubCheckSchema)
  return facts?.repository_url === repositoryAddress(address) ? facts : null
}

export function parseJson<T>(text: string | undefined, schema: z.ZodType<T>): T | null {
  if (!text) return null
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
