import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#backend/db/connect.ts'
import { fileIcons } from '#backend/db/tables.ts'
import { indexTokens } from '#backend/text/tokens.ts'
import { emojiNames } from './emoji-names.ts'
import { toTsvector } from './document.ts'

/** Prefix of the term that holds the whole name of an icon. */
export const WHOLE_NAME = '='

/** The `tsvector` of an icon: its whole name, and the tokens of its name, of the emoji that it names, and of its tags. */
export function iconTerms(name: string, tags: readonly string[] = []): string {
  const tokens = indexTokens([name, emojiNames(name), ...tags].join(' ')).map(
    ({ term }) => [term, 'text'] as const,
  )
  return toTsvector(new Map([[`${WHOLE_NAME}${name}`, 'text'], ...tokens]))
}

/** Recomputes the terms of the icons of a stored pack. */
export async function updateIconTerms(tx: Transaction, fileId: string): Promise<void> {
  const icons = await tx
    .select({ name: fileIcons.name, tags: fileIcons.tags })
    .from(fileIcons)
    .where(eq(fileIcons.fileId, fileId))
  const rows = icons.map(({ name, tags }) => ({ name, terms: iconTerms(name, tags) }))
  await tx.execute(sql`
    UPDATE ${fileIcons} SET terms = updated.terms::tsvector
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS updated (name text, terms text)
    WHERE ${fileIcons.fileId} = ${fileId} AND ${fileIcons.name} = updated.name
      AND ${fileIcons.terms} <> updated.terms::tsvector`)
}
