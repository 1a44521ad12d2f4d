import { sql } from 'drizzle-orm'
import type { Kind } from '#lib/contract/kind.ts'
import type { Transaction } from '#backend/db/connect.ts'
import { fileIcons } from '#backend/db/search-schema.ts'
import type { PackedIcon } from '#backend/services/container/icons.ts'
import { iconTerms } from '#backend/services/search-index/icon-terms.ts'

type Packed = { fileId: string; kind: Kind; icons: PackedIcon[] }

/** Stores the icon directory of an archive; existing rows stay. Only icons of packs are searchable. */
export async function storeIcons(tx: Transaction, { fileId, kind, icons }: Packed): Promise<void> {
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
  // Bulk inserts are faster through the pending list of the GIN index, but every lookup scans that
  // list (see NO_PENDING_LIST in db/search-schema.ts): flush it. A separate statement, because the
  // statement timeout applies to each.
  await tx.execute(sql`SELECT gin_clean_pending_list('file_icons_by_terms'::regclass)`)
}
