import { z } from 'zod'
import type { TypedAuthor } from './author-input.ts'

/** Longest text that returns to the form in its address, in UTF-16 code units. */
const RETURNED_MAX = 1000

const returned = z.string().max(RETURNED_MAX).optional().catch(undefined)

/** What was typed into the form of the author's page, as the query of its address has it. */
export const typedAuthorSchema: z.ZodType<TypedAuthor> = z.object({
  display_name: returned,
  about: returned,
  links: returned,
})
