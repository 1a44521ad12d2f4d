import type { z } from 'zod'
import type { Source } from '#lib/contract/kind.ts'
import { githubCheckSchema } from '#lib/contract/publish.ts'
import { repositoryAddress } from '#lib/contract/repository.ts'
import { cleanLine, cleanText, withPlainLineEnds } from '#lib/contract/text.ts'
import { type FieldName, FIELDS, fieldsOf } from './fields.ts'
import { formFileSchema, type UploadedFile } from './form-file.ts'
import { GALLERY_SLOTS, PACKAGE_SLOTS, PLAIN_INPUTS, slotInputs } from './plain-form.ts'
import { EMPTY_VALUES, type Values, valuesSchema } from './values.ts'

/** A posted plain form: its text parts by name, and what was uploaded from its file parts. */
export type Posted = {
  fields: ReadonlyMap<string, readonly string[]>
  files: ReadonlyMap<string, UploadedFile>
}

export const firstOf = ({ fields }: Posted, name: string): string | undefined =>
  fields.get(name)?.[0]

/** The values of a posted form. Invalid ones become initial values: validation reports them. */
export function readPosted(posted: Posted, source: Source): Values {
  const entries = fieldsOf(source).map((name) => [name, readField(posted, name)])
  const values = valuesSchema.safeParse(Object.fromEntries(entries)).data ?? EMPTY_VALUES
  return { ...values, facts: readFacts(posted, values.repository_url) }
}

function readField(posted: Posted, name: FieldName): unknown {
  switch (FIELDS[name].control) {
    case 'file':
      return posted.files.get(name) ?? keptFile(posted, name)
    case 'packages':
      return PACKAGE_SLOTS.flatMap((slot) => posted.files.get(slot) ?? keptFile(posted, slot) ?? [])
    case 'cover':
      return readPicture(posted, name)
    case 'gallery':
      return readGallery(posted)
    case 'systems':
      return posted.fields.get(name) ?? []
    default: {
      const text = firstOf(posted, name)
      return text === undefined ? EMPTY_VALUES[name] : withPlainLineEnds(cleanText(text))
    }
  }
}

function readPicture(posted: Posted, slot: string): UploadedFile | null {
  const file = posted.files.get(slot) ?? keptFile(posted, slot)
  const alt = firstOf(posted, slotInputs(slot).alt)
  return file && { ...file, alt: cleanLine(alt ?? file.alt) }
}

/** Pictures by their places; of equal places the earlier input first. */
function readGallery(posted: Posted): UploadedFile[] {
  const pictures = GALLERY_SLOTS.flatMap((slot, at) => {
    const file = readPicture(posted, slot)
    const place = Number.parseFloat(firstOf(posted, slotInputs(slot).place) ?? '')
    return file ? [{ file, place: Number.isNaN(place) ? at + 1 : place }] : []
  })
  return pictures.toSorted((a, b) => a.place - b.place).map(({ file }) => file)
}

/** The file that was uploaded before, unless it is to be removed. */
function keptFile(posted: Posted, slot: string): UploadedFile | null {
  const { kept, remove } = slotInputs(slot)
  if (posted.fields.has(remove)) return null
  return parseJson(firstOf(posted, kept), formFileSchema)
}

/** What was read from the repository, unless another address was typed meanwhile. */
function readFacts(posted: Posted, address: string): Values['facts'] {
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
