import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#backend/db/connect.ts'
import { fileIcons } from '#backend/db/search-schema.ts'
import { indexTokens } from '#backend/text/tokens.ts'
import { emojiNames } from './emoji-names.ts'
import { toTsvector } from './document.ts'

/** Prefix of the term that holds the whole name of an icon. */
export const WHOLE_NAME = '='

/** The `tsvector` of an icon name: the whole name and its tokens, and those of the emoji that it names. */
export function iconTerms(name: string): string {
  const tokens = indexTokens(`${name} ${emojiNames(name)}`).map(
    ({ term }) => [term, 'text'] as const,
  )
  return toTsvector(new Map([[`${WHOLE_NAME}${name}`, 'text'], ...tokens]))
}

/** Recomputes the terms of the icons of a stored pack. */
export async function updateIconTerms(tx: Transaction, fileId: string): Promise<void> {
  const names = await tx
    .select({ name: fileIcons.name })
    .from(fileIcons)
    .where(eq(fileIcons.fileId, fileId))
  const rows = names.map(({ name }) => ({ name, terms: iconTerms(name) }))
  await tx.execute(sql`
    UPDATE ${fileIcons} SET terms = updated.terms::tsvector
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS updated (name text, terms text)
    WHERE ${fileIcons.fileId} = ${fileId} AND ${fileIcons.name} = updated.name
      AND ${fileIcons.terms} <> updated.terms::tsvector`)
}
