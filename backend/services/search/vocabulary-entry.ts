import { z } from 'zod'

/** Corrections of a token. */
export const CORRECTIONS_MAX = 8

/** A word of the vocabulary with the number of documents, and of titles, that contain it. */
const entriesSchema = z.array(
  z.object({ word: z.string(), documents: z.number(), titles: z.number() }),
)
export type VocabularyEntry = z.infer<typeof entriesSchema>[number]
export const parseEntries = (rows: unknown): VocabularyEntry[] => entriesSchema.parse(rows)

/** Ends a derived form that documents may continue. No term contains it. */
export const BEGUN = '*'
