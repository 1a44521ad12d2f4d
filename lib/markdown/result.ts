import { z } from 'zod'

/** A Markdown text as it is shown: safe HTML, and one line of it for previews. */
export const renderedSchema = z.object({
  /** HTML that may stand in a page as it is. `''` for a text without content. */
  html: z.string(),
  /** The text without marks in one line of at most 160 characters (UTF-16 units). */
  summary: z.string(),
  /** Whether formatting it would have cost too much: then these are its paragraphs as plain text. */
  isPlain: z.boolean(),
})
export type Rendered = z.infer<typeof renderedSchema>

/** What the renderer answers: a text that passes a limit of its own has no HTML. */
export const outcomeSchema = z.union([
  z.object({ html: z.string(), summary: z.string() }),
  z.object({ refused: z.string() }),
])
export type Outcome = z.infer<typeof outcomeSchema>
