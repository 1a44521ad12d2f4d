import { z } from 'zod'
import { PACK_ICONS_MAX } from '#lib/contract/file/container.ts'
import { DRAWING_TONES } from '#lib/contract/file/contents.ts'
import { packExportsSchema } from '#lib/contract/file/pack-export.ts'
import { recolouringSchema } from '#lib/contract/file/colour-variant.ts'
import { kindSchema } from './kind-schema.ts'
import { LIST_LIMIT_MAX, TERM_MAX } from './limits.ts'
import { ICON_LABEL_MAX } from '#lib/contract/name/icon-label.ts'
import { cursorSchema, filterSchema, listQuerySchema, listSchema, startSchema } from './list.ts'
import { idSchema, projectSchema, sitePathSchema } from './project.ts'
import { SHEET_CELLS, sheetSchema } from '#lib/contract/file/sheet.ts'
import { answeredText, upTo } from './text.ts'

/**
 * `relevance` is best match first; the others are sorts of lists. Not `downloads`: a search sorts by values that rarely
 * change, since each change writes the terms of the project again.
 */
export const SEARCH_SORTS = ['relevance', 'popular', 'recent', 'name', '-name'] as const
export const searchSortSchema = z.enum(SEARCH_SORTS)
export type SearchSort = z.infer<typeof searchSortSchema>
export const SEARCH_SORT_DEFAULT: SearchSort = 'relevance'

/** A search term; no character has a special meaning. */
export const termSchema = z.string().trim().max(TERM_MAX)

/** `GET /index/search`. An empty term matches everything, by popularity. */
export const searchQuerySchema = listQuerySchema.extend({
  q: termSchema.default(''),
  kind: kindSchema.optional(),
  sort: searchSortSchema.default(SEARCH_SORT_DEFAULT),
})
export type SearchQuery = z.infer<typeof searchQuerySchema>

/** Start and end of a part of a text, in UTF-16 code units; the end is exclusive. */
const rangeSchema = z.tuple([z.number().int().nonnegative(), z.number().int().positive()])
const rangesSchema = z.array(rangeSchema).max(50)
export type TextRange = z.infer<typeof rangeSchema>

/** An icon of a pack; `name` has lower-case letters, digits and single hyphens (docs/formats.md). */
export const packIconSchema = z.object({
  name: z.string().min(1).max(100),
  /** Its name as its author wrote it; missing where that says no more than `name`. */
  label: upTo(answeredText, ICON_LABEL_MAX).nullish(),
  url: sitePathSchema,
  /** Why its drawing is not shown (`DRAWING_REFUSALS`); other codes are allowed. */
  refused: z.string().max(60).nullish(),
  /** Background that it needs; without a tone it is shown on a light one. */
  tone: z.enum(DRAWING_TONES).nullish().catch(null),
  /** What its drawing lacks (`DRAWING_LOSSES`), in lists of a pack; other codes are allowed. */
  simplified: z.array(z.string().max(60)).max(30).nullish(),
})
export type PackIcon = z.infer<typeof packIconSchema>

const matchedIconSchema = packIconSchema.omit({ simplified: true })
export type MatchedIcon = z.infer<typeof matchedIconSchema>

/** Why a project matches: ranges of its title, a snippet of its description, names of its icons. */
const matchesSchema = z.object({
  title: rangesSchema,
  snippet: z.object({ text: z.string().max(300), ranges: rangesSchema }).nullish(),
  icons: z.array(z.string().max(100)).max(5),
  drawings: z.array(matchedIconSchema).max(5).optional().describe('The same icons, as drawings.'),
})
export type Matches = z.infer<typeof matchesSchema>

/** Whether the term was truncated (`SEARCHED_WORDS_MAX`). */
const termIsCutSchema = z.boolean().default(false)

export const foundSchema = projectSchema.extend({ matches: matchesSchema.nullish() })
export type FoundProject = z.infer<typeof foundSchema>

export const searchSchema = listSchema.extend({
  items: z.array(foundSchema).max(LIST_LIMIT_MAX),
  /** Whether the term matches anything without filters. */
  term_matches: z.boolean(),
  /** For a term without matches: up to five similar titles. */
  suggestions: z.array(z.string().max(200)).max(5).default([]),
  term_is_cut: termIsCutSchema,
})
export type SearchResult = z.infer<typeof searchSchema>

/**
 * `GET /icon/{id}/icons`: the icons of a pack, in its order. Icons that no sheet has are shown by their own
 * addresses, all of them if the backend makes no sheets.
 */
export const packIconsSchema = z.object({
  items: z.array(packIconSchema).max(PACK_ICONS_MAX),
  sheets: z
    .array(sheetSchema)
    .max(Math.ceil(PACK_ICONS_MAX / SHEET_CELLS))
    .nullish(),
  recolouring: recolouringSchema
    .nullish()
    .describe('Of a published pack with icons that are drawn.'),
  exports: packExportsSchema.optional().describe('Other forms of a published pack.'),
})
export type PackIcons = z.infer<typeof packIconsSchema>

/** `GET /index/icons`: single icons of all packs. */
export const iconSearchQuerySchema = searchQuerySchema.pick({ q: true, after: true, limit: true })
export type IconSearchQuery = z.infer<typeof iconSearchQuerySchema>

const foundIconSchema = packIconSchema.extend({
  project: z.object({
    id: idSchema,
    title: projectSchema.shape.title,
    language: projectSchema.shape.language,
    author: projectSchema.shape.author,
    license: projectSchema.shape.license.describe(
      'Decides whether its icons may be built into a strip.',
    ),
  }),
})

export const iconSearchSchema = z.object({
  items: z.array(foundIconSchema).max(LIST_LIMIT_MAX),
  total: listSchema.shape.total,
  total_is_estimate: z.boolean(),
  next: cursorSchema.nullable(),
  start: startSchema,
  term_is_cut: termIsCutSchema,
})
export type IconSearchResult = z.infer<typeof iconSearchSchema>

/** `GET /index/counts`: how many projects of each kind, and icons, a term has under the filters. */
export const searchCountsQuerySchema = filterSchema
  .omit({ category: true })
  .extend({ q: termSchema.default('') })
export type SearchCountsQuery = z.infer<typeof searchCountsQuerySchema>

/** `is_more`: there are more than `count`. */
const foundCountSchema = z.object({ count: z.number().int().nonnegative(), is_more: z.boolean() })
export const searchCountsSchema = z.object({
  total: foundCountSchema,
  kinds: z.array(foundCountSchema.extend({ kind: kindSchema })).max(10),
})
export type SearchCounts = z.infer<typeof searchCountsSchema>
