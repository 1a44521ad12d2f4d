import { sql } from 'drizzle-orm'
import type { Kind } from '#lib/contract/kind.ts'
import type { Transaction } from '#backend/db/connect.ts'
import { fileIcons } from '#backend/db/tables.ts'
import { stem } from '#backend/services/container/icon-names.ts'
import type { PackedIcon } from '#backend/services/container/icons.ts'
import type { Manifest } from '#backend/services/container/manifest.ts'
import { iconTerms } from '#backend/services/search-index/icon-terms.ts'

type Packed = { fileId: string; kind: Kind; icons: PackedIcon[]; manifest: Manifest | null }

/** Stores the icon directory of an archive; existing rows stay. Only icons of packs are searchable. */
export async function storeIcons(
  tx: Transaction,
  { fileId, kind, icons, manifest }: Packed,
): Promise<void> {
  const tagsByName = manifest?.format === 'iconpack' ? tagsOf(manifest.icons) : NO_TAGS
  const rows = icons.map(({ isDeflated, packedSize, ...icon }, position) => ({
    ...icon,
    tags: tagsByName.get(icon.name) ?? [],
    position,
    packed_size: packedSize,
    is_deflated: isDeflated,
    terms: kind === 'icon' ? iconTerms(icon.name, tagsByName.get(icon.name)) : '',
  }))
  await tx.execute(sql`
    INSERT INTO ${fileIcons} (file_id, name, position, "offset", packed_size, size, is_deflated, terms, tags)
    SELECT ${fileId}, name, position, "offset", packed_size, size, is_deflated, terms::tsvector, tags
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS icon (name text, position integer,
      "offset" integer, packed_size integer, size integer, is_deflated boolean, terms text, tags text[])
    ON CONFLICT DO NOTHING`)
  // Bulk inserts are faster through the pending list of the GIN index, but every lookup scans that
  // list (see NO_PENDING_LIST in db/search-schema.ts): flush it. A separate statement, because the
  // statement timeout applies to each.
  await tx.execute(sql`SELECT gin_clean_pending_list('file_icons_by_terms'::regclass)`)
}

const NO_TAGS: ReadonlyMap<string, string[]> = new Map()

/** The tags of a manifest, by the names of the icons' files. */
const tagsOf = (icons: { file: string; tags?: string[] | undefined }[]) =>
  new Map(icons.flatMap(({ file, tags }) => (tags ? [[stem(file), tags] as const] : [])))
