import { z } from 'zod'

/** What the page shows otherwise than it was written, in the order of the form's list. */
export const CHANGES = [
  /** Pictures that are shown by their alternative text. */
  'pictures',
  /** Links without a target on this page or on the web. */
  'links',
  /** Scripts, styles and the like, with their contents. */
  'active',
  /** HTML elements that are shown by their text. */
  'tags',
  /** HTML tags without a partner. */
  'cut',
  /** Tables with too many rows or columns. */
  'tables',
  /** Data about the document before its text. */
  'frontMatter',
] as const
export type MarkdownChange = (typeof CHANGES)[number]

const common = {
  /** HTML that is safe to embed, with marks (labels.ts); empty for an empty text. */
  html: z.string(),
  /** The unformatted text in one line of at most 160 UTF-16 units. */
  summary: z.string(),
  /** How often each change was made; those that were not are left out. */
  changes: z.partialRecord(z.enum(CHANGES), z.number()),
  /** Title and language (BCP 47) that the document states of itself. */
  title: z.string().optional(),
  language: z.string().optional(),
}

/** A rendered Markdown text: safe HTML, and a summary for previews. */
export const renderedSchema = z.object({
  ...common,
  /** The text exceeded a limit, so that `html` has plain paragraphs. */
  isPlain: z.boolean(),
  /** It could not be rendered in time: the next request may get the formatted text. */
  isUnfinished: z.boolean().optional(),
})
export type RenderedMarkdown = z.infer<typeof renderedSchema>

/** Output of the worker process: HTML, or the limit that the text exceeds. */
export const outcomeSchema = z.union([z.object(common), z.object({ refused: z.string() })])
export type MarkdownOutcome = z.infer<typeof outcomeSchema>

/** What a text is: its limits and its look depend on it. */
export const documentSchema = z.enum(['description', 'readme', 'notes', 'profile', 'page'])
export type Document = z.infer<typeof documentSchema>
/** Documents that their author previews. */
export const PREVIEW_DOCUMENTS = ['description', 'notes'] as const
export type PreviewDocument = (typeof PREVIEW_DOCUMENTS)[number]
