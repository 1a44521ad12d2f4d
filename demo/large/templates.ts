import { z } from 'zod'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import type { Kind } from '#lib/contract/kind.ts'

/** A database with bulk import: a server by COPY over its connection, PGlite from memory. */
export type BulkDb = {
  query: (sql: string) => Promise<Record<string, unknown>[]>
  /** Runs `COPY table (columns) FROM` with the lines. */
  copy: (target: string, lines: Iterable<string>) => Promise<void>
}

const rowSchema = z.object({
  kind: kindSchema,
  cover: z.string(),
  gallery: z.string(),
  owner: z.string().nullable(),
  repositoryUrl: z.string().nullable(),
  release: z.string().nullable(),
  file: z
    .object({
      id: z.string(),
      key: z.string(),
      name: z.string(),
      mediaType: z.string(),
      size: z.number(),
      sha256: z.string(),
      drawings: z.string().nullable(),
      drawingsKey: z.string().nullable(),
      drawingsVersion: z.number(),
    })
    .nullable(),
  icons: z.array(
    z.object({
      name: z.string(),
      offset: z.number(),
      packedSize: z.number(),
      size: z.number(),
      isDeflated: z.boolean(),
      /** The stored drawing, or why there is none. */
      safe: z
        .object({
          offset: z.number().nullable(),
          size: z.number().nullable(),
          refused: z.string().nullable(),
          tone: z.string().nullable(),
          simplified: z.string(),
        })
        .nullable(),
    }),
  ),
})

/** The parts of a demo project that large-catalogue projects share: pictures, file, icons. */
export type Template = z.infer<typeof rowSchema>
export type Templates = Partial<Record<Kind, Template[]>>

/** The demo projects by kind. */
export async function readTemplates(db: BulkDb): Promise<Templates> {
  const rows = await db.query(`
    SELECT kind, cover::text, gallery::text, owner, repository_url AS "repositoryUrl", release::text,
      CASE WHEN files.id IS NULL THEN NULL ELSE jsonb_build_object('id', files.id, 'key', files.key,
        'name', files.name, 'mediaType', files.media_type, 'size', files.size, 'sha256', files.sha256,
        'drawings', files.drawings, 'drawingsKey', files.drawings_key, 'drawingsVersion', files.drawings_version)
      END AS file,
      coalesce((SELECT jsonb_agg(jsonb_build_object('name', icon.name, 'offset', icon."offset",
          'packedSize', icon.packed_size, 'size', icon.size, 'isDeflated', icon.is_deflated,
          'safe', CASE WHEN safe.name IS NULL THEN NULL ELSE jsonb_build_object('offset', safe."offset",
            'size', safe.size, 'refused', safe.refused, 'tone', safe.tone,
            'simplified', safe.simplified::text) END)
          ORDER BY icon.position)
        FROM file_icons AS icon
        LEFT JOIN file_drawings AS safe ON safe.file_id = icon.file_id AND safe.name = icon.name
        WHERE icon.file_id = files.id), '[]') AS icons
    FROM projects LEFT JOIN files ON files.id = projects.file_id
    WHERE demo_key IS NOT NULL AND demo_key NOT LIKE 'seed-%'
    ORDER BY demo_key`)
  const templates: Templates = {}
  for (const row of z.array(rowSchema).parse(rows)) (templates[row.kind] ??= []).push(row)
  return templates
}
