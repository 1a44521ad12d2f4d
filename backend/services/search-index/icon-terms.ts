import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#backend/db/connect.ts'
import { fileIcons } from '#backend/db/tables.ts'
import { simplify } from '#backend/text/han.ts'
import { allTokens, indexTokens } from '#backend/text/tokens.ts'
import { emojiNames } from './emoji-names.ts'
import { toTsvector } from './document.ts'

/** Prefix of the term that holds a whole name of an icon. */
const WHOLE_NAME = '='
/** Characters of a whole name that count: as many as the name of an icon has. A `tsquery` holds at most 2046 bytes. */
const WHOLE_MAX = 100

/**
 * The term of an icon with this name or label: its words, folded, with single hyphens between them, in simplified characters. Equal
 * for “Play button”, `play-button` and `PLAY_BUTTON`.
 */
export function wholeNameTerm(name: string): string {
  const words = allTokens(name).flatMap((token) =>
    token.isOther || token.parts.length === 0 ? [token.term] : token.parts,
  )
  return WHOLE_NAME + [...simplify(words.join('-'))].slice(0, WHOLE_MAX).join('')
}

/** What an icon is found by: its name, the name as its author wrote it where that says more, and tags. */
export type SearchableIcon = {
  name: string
  label?: string | null
  tags?: readonly string[] | undefined
}

/**
 * The `tsvector` of an icon: its whole name and label, and the words of both, of the emoji that it names, and of its tags, each with
 * its other spellings.
 */
export function iconTerms({ name, label, tags = [] }: SearchableIcon): string {
  const texts = [name, label ?? '', emojiNames(name), ...tags]
  const words = indexTokens(texts.join(' ')).flatMap(({ term, alternatives }) => [
    term,
    ...alternatives,
  ])
  const whole = [`${WHOLE_NAME}${name}`, ...(label ? [wholeNameTerm(label)] : [])]
  return toTsvector(new Map([...whole, ...words].map((term) => [term, 'text'])))
}

/** Recomputes the terms of the icons of a stored pack. */
export async function updateIconTerms(tx: Transaction, fileId: string): Promise<void> {
  const icons = await tx
    .select({ name: fileIcons.name, label: fileIcons.label, tags: fileIcons.tags })
    .from(fileIcons)
    .where(eq(fileIcons.fileId, fileId))
  const rows = icons.map((icon) => ({ name: icon.name, terms: iconTerms(icon) }))
  await tx.execute(sql`
    UPDATE ${fileIcons} SET terms = updated.terms::tsvector
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS updated (name text, terms text)
    WHERE ${fileIcons.fileId} = ${fileId} AND ${fileIcons.name} = updated.name
      AND ${fileIcons.terms} <> updated.terms::tsvector`)
}
