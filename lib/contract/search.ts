import { z } from 'zod'
import { PACK_ICONS_MAX } from './container.ts'
import { DRAWING_TONES } from './inside.ts'
import { kindSchema } from './kind.ts'
import { LIST_LIMIT_MAX, TERM_MAX } from './limits.ts'
import { cursorSchema, listQuerySchema, listSchema, SORTS } from './list.ts'
import { idSchema, projectSchema, sitePathSchema } from './project.ts'

/** The sorts of section 2, and what fits the term best first. */
export const SEARCH_SORTS = ['relevance', ...SORTS] as const
export const searchSortSchema = z.enum(SEARCH_SORTS)
export type SearchSort = z.infer<typeof searchSortSchema>
export const SEARCH_SORT_DEFAULT: SearchSort = 'relevance'

/** What is looked for, in the visitor's own words; no character has a meaning of its own. */
export const termSchema = z.string().trim().max(TERM_MAX)

/** `GET /index/search`. An empty term leaves everything, the popular first. */
export const searchQuerySchema = listQuerySchema.extend({
  q: termSchema.default(''),
  kind: kindSchema.optional(),
  sort: searchSortSchema.default(SEARCH_SORT_DEFAULT),
})
export type SearchQuery = z.infer<typeof searchQuerySchema>

/** Part of a text: where it begins and where it has ended, in UTF-16 units as JavaScript counts. */
const rangeSchema = z.tuple([z.number().int().nonnegative(), z.number().int().positive()])
const rangesSchema = z.array(rangeSchema).max(50)
export type TextRange = z.infer<typeof rangeSchema>

/** Why a project was found: what to mark in its title, a piece of its description, icons in it. */
const matchesSchema = z.object({
  title: rangesSchema,
  snippet: z.object({ text: z.string().max(300), ranges: rangesSchema }).nullish(),
  icons: z.array(z.string().max(100)).max(5),
})
export type Matches = z.infer<typeof matchesSchema>

/** Whether words of the term, or the ends of long ones, were not looked for (`SEARCHED_WORDS_MAX`). */
const termIsCutSchema = z.boolean().default(false)

const foundSchema = projectSchema.extend({ matches: matchesSchema.nullish() })
export type FoundProject = z.infer<typeof foundSchema>

export const searchSchema = listSchema.extend({
  items: z.array(foundSchema).max(LIST_LIMIT_MAX),
  /** Whether the term finds anything at all when no filter is set. */
  term_matches: z.boolean(),
  /** For a term that finds nothing: up to five titles that come near. */
  suggestions: z.array(z.string().max(200)).max(5).default([]),
  term_is_cut: termIsCutSchema,
})
export type SearchResult = z.infer<typeof searchSchema>

/** One icon of a pack; `name` is lower-case letters, digits and single hyphens (docs/formats.md). */
const packIconSchema = z.object({
  name: z.string().min(1).max(100),
  url: sitePathSchema,
  /** Why its drawing is not shown (`DRAWING_REFUSALS`); a backend may say another word. */
  refused: z.string().max(60).nullish(),
  /** On what ground it can be seen; one that nobody looked at is shown on a light one. */
  tone: z.enum(DRAWING_TONES).nullish().catch(null),
})
export type PackIcon = z.infer<typeof packIconSchema>

/** `GET /icon/{id}/icons`: what is in a pack, in its own order. */
export const packIconsSchema = z.object({ items: z.array(packIconSchema).max(PACK_ICONS_MAX) })

/** `GET /index/icons`: single icons over all packs. */
export const iconSearchQuerySchema = searchQuerySchema.pick({ q: true, after: true, limit: true })
export type IconSearchQuery = z.infer<typeof iconSearchQuerySchema>

const foundIconSchema = packIconSchema.extend({
  project: z.object({
    id: idSchema,
    title: projectSchema.shape.title,
    author: projectSchema.shape.author,
  }),
})

export const iconSearchSchema = z.object({
  items: z.array(foundIconSchema).max(LIST_LIMIT_MAX),
  total: listSchema.shape.total,
  total_is_estimate: z.boolean(),
  next: cursorSchema.nullable(),
  term_is_cut: termIsCutSchema,
})
export type IconSearchResult = z.infer<typeof iconSearchSchema>
