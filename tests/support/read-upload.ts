import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import { manifestSchema } from '#lib/contract/file/container.ts'
import { fileIssueSchema } from '#lib/contract/file/file-issue.ts'
import { kindOfEnding } from '#lib/contract/file/file-format.ts'
import { acceptArchive } from '#backend/worker/archive.ts'
import { openLocal } from '#backend/services/container/local-source.ts'
import { openArchive } from '#backend/services/container/archive.ts'
import { readPackedFile } from '#backend/services/container/read-packed-file.ts'

const readingSchema = z.object({
  error: fileIssueSchema.nullable(),
  format: z.string().optional(),
  manifest: manifestSchema.nullish(),
  icons: z
    .array(
      z.object({
        name: z.string(),
        offset: z.number(),
        packedSize: z.number(),
        isDeflated: z.boolean(),
      }),
    )
    .default([]),
  isRewritten: z.boolean().optional(),
  warnings: z.array(fileIssueSchema).default([]),
  licenseText: z.string().nullish(),
  cover: z.instanceof(Uint8Array).nullish(),
  entries: z.unknown().optional(),
})
export type UploadReading = z.infer<typeof readingSchema> & {
  /** The drawings that were found, by name. */
  drawings: Map<string, string>
  /** The entries of the standard archive besides icons, as text by path; null where the upload is offered. */
  standard: Map<string, string> | null
}

/** Reads a project file like the worker of an upload, in this process. The kind is that of the ending. */
export async function readUpload(name: string, bytes: Uint8Array): Promise<UploadReading> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'upload-'))
  try {
    const file = path.join(folder, 'upload')
    const output = path.join(folder, 'standard')
    await writeFile(file, bytes)
    const { ext, name: title } = path.parse(name)
    const input = { path: file, size: bytes.length, ending: ext.toLowerCase(), title, output }
    const answer = await acceptArchive({ ...input, kind: kindOfEnding(ext) })
    const reading = readingSchema.parse(answer)
    const offered = reading.isRewritten ? await readFile(output) : Buffer.from(bytes)
    const drawings = new Map(
      reading.icons.map(({ name: icon, offset, packedSize, isDeflated }) => {
        const packed = offered.subarray(offset, offset + packedSize)
        return [icon, (isDeflated ? inflateRawSync(packed) : packed).toString()]
      }),
    )
    const standard = reading.isRewritten ? await entriesOf(output, offered.length) : null
    return { ...reading, drawings, standard }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function entriesOf(file: string, size: number): Promise<Map<string, string>> {
  const archive = await openArchive(...openLocal({ path: file, size }))
  const entries = new Map<string, string>()
  for await (const entry of archive.eachEntry()) {
    if (entry.fileName.startsWith('icons/')) continue
    const bytes = await readPackedFile(archive, { entry, path: entry.fileName })
    entries.set(entry.fileName, bytes.toString())
  }
  return entries
}
