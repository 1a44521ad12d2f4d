import { cleanLine } from '#lib/contract/text.ts'

/** Tags typed with commas between them, ASCII, ideographic or full-width. */
export const parseTags = (tags: string): string[] =>
  cleanLine(tags)
    .split(/[,、，]/)
    .map((tag) => tag.trim())
    .filter(Boolean)
