import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#backend/db/connect.ts'
import { fileIcons } from '#backend/db/search-schema.ts'
import { toTsvector } from '#backend/services/search/document.ts'
import { indexTokens } from '#backend/text/tokens.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { PackedIcon } from '#backend/services/container/icons.ts'

/** Marks the whole name among the terms of an icon. */
export const WHOLE_NAME = '='

type Packed = { fileId: string; kind: Kind; icons: PackedIcon[] }

/**
 * Notes what a stored container holds; one that is known already stays as it is. Only those of packs
 * can be searched for.
 */
export async function storeIcons(tx: Transaction, { fileId, kind, icons }: Packed) {
  const rows = icons.map(({ isDeflated, packedSize, ...icon }, position) => ({
    ...icon,
    position,
    packed_size: packedSize,
    is_deflated: isDeflated,
    terms: kind === 'icon' ? iconTerms(icon.name) : '',
  }))
  await tx.execute(sql`
    INSERT INTO ${fileIcons}
    SELECT ${fileId}, name, position, "offset", packed_size, size, is_deflated, terms::tsvector
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS icon (name text, position integer,
      "offset" integer, packed_size integer, size integer, is_deflated boolean, terms text)
    ON CONFLICT DO NOTHING`)
  // Thousands of rows go into the index faster by its pending list, which no look-up may have to read
  // afterwards (see AT_ONCE in db/schema.ts). Two statements, since each has a second.
  await tx.execute(sql`SELECT gin_clean_pending_list('file_icons_by_terms'::regclass)`)
}

/** Cuts the names of a stored pack's icons into terms anew. */
export async function renewTerms(tx: Transaction, fileId: string) {
  const names = await tx
    .select({ name: fileIcons.name })
    .from(fileIcons)
    .where(eq(fileIcons.fileId, fileId))
  const rows = names.map(({ name }) => ({ name, terms: iconTerms(name) }))
  await tx.execute(sql`
    UPDATE ${fileIcons} SET terms = renewed.terms::tsvector
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS renewed (name text, terms text)
    WHERE ${fileIcons.fileId} = ${fileId} AND ${fileIcons.name} = renewed.name
      AND ${fileIcons.terms} <> renewed.terms::tsvector`)
}

/** A `tsvector` of an icon's name: the whole of it, and its words. */
export function iconTerms(name: string): string {
  const words = indexTokens(name).map(({ term }) => [term, 'text'] as const)
  return toTsvector(new Map([[`${WHOLE_NAME}${name}`, 'text'], ...words]))
}
