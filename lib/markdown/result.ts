import { z } from 'zod'

/** A rendered Markdown text: safe HTML, and a summary for previews. */
export const renderedSchema = z.object({
  /** HTML that is safe to embed; empty for an empty text. */
  html: z.string(),
  /** The unformatted text in one line of at most 160 UTF-16 units. */
  summary: z.string(),
  /** The text exceeded a limit, so that `html` has plain paragraphs. */
  isPlain: z.boolean(),
  /** It could not be rendered in time: the next request may get the formatted text. */
  isUnfinished: z.boolean().optional(),
})
export type Rendered = z.infer<typeof renderedSchema>

/** Output of the worker process: HTML, or the limit that the text exceeds. */
export const outcomeSchema = z.union([
  z.object({ html: z.string(), summary: z.string() }),
  z.object({ refused: z.string() }),
])
export type Outcome = z.infer<typeof outcomeSchema>
