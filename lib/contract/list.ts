import { z } from 'zod'
import { categorySchema, kindSchema, operatingSystemSchema } from './kind-schema.ts'
import { CATEGORY_COUNT_MAX, LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from './limits.ts'
import { authorSchema, type ListedProject, projectSchema } from './project.ts'
import { minimumVersionSchema } from '#lib/contract/version/version-schema.ts'

/** Sorts of a list; `downloads` is most downloaded first, `name` is A-Z, `-name` is Z-A. */
export const SORTS = ['popular', 'downloads', 'recent', 'name', '-name'] as const
export const sortSchema = z.enum(SORTS)
export type Sort = z.infer<typeof sortSchema>
export const SORT_DEFAULT: Sort = 'popular'

/** An opaque cursor, valid for the sort and filters that it was created with. */
export const cursorSchema = z
  .string()
  .max(1000)
  .regex(/^[A-Za-z0-9_-]+$/)

const limitSchema = z.coerce.number().int().min(1).max(LIST_LIMIT_MAX)

/** Filters of every list, with the same names in pages, API and feeds. */
export const filterSchema = z.object({
  os: operatingSystemSchema.exclude(['all']).optional(),
  category: categorySchema.optional(),
  author: authorSchema.shape.name.optional(),
  /** Version of the application: keeps projects whose `minimum_version` is not higher. */
  minimum_version: minimumVersionSchema.optional(),
})

/** Operating systems to filter by. */
export const OS_FILTERS = filterSchema.shape.os.unwrap().options

/**
 * What is read of each project. `card` leaves empty what a list does not show (`ListedProject`), so that it is
 * read, sent and parsed in a fraction of the time. A backend may ignore it and answer with everything.
 */
const projectViewSchema = z.enum(['full', 'card'])
export type ProjectView = z.infer<typeof projectViewSchema>
/** For queries of calls that answer with several projects. */
export const viewedSchema = z.object({ view: projectViewSchema.default('full') })

/** `GET /{kind}/list`. */
export const listQuerySchema = filterSchema.extend({
  ...viewedSchema.shape,
  sort: sortSchema.default(SORT_DEFAULT),
  after: cursorSchema.optional(),
  limit: limitSchema.default(LIST_LIMIT_DEFAULT),
})
export type ListQuery = z.infer<typeof listQuerySchema>

/** Entries before the first one of a page when its cursor was made; optional, and missing without a cursor. */
export const startSchema = z.number().int().nonnegative().max(1e9).optional()

/** A page of a list. `total` counts all matches; `next` is the cursor of the next page. */
export const listSchema = z.object({
  items: z.array(projectSchema).max(LIST_LIMIT_MAX),
  total: z.number().int().nonnegative(),
  total_is_estimate: z.boolean(),
  next: cursorSchema.nullable(),
  start: startSchema,
  /**
   * With the filter `author`: the author of that name regardless of case, or `null` if there is none. `items`
   * match the exact name only. Optional.
   */
  author: authorSchema.nullable().optional(),
})
export type ProjectList = z.infer<typeof listSchema>
/** The same with the projects of `view=card`. */
export type CardList = Omit<ProjectList, 'items'> & { items: ListedProject[] }

/**
 * `GET /index/categories`: the categories of a kind that have projects, with their number under the other filters. `is_more`
 * means that there are more than `count`, which is `CATEGORY_COUNT_MAX` then.
 */
export const categoriesQuerySchema = filterSchema
  .omit({ category: true })
  .extend({ kind: kindSchema })
export type CategoriesQuery = z.infer<typeof categoriesQuerySchema>
export const categoriesSchema = z.object({
  items: z
    .array(
      z.object({
        category: categorySchema,
        count: z.number().int().positive().max(CATEGORY_COUNT_MAX),
        is_more: z.boolean(),
      }),
    )
    .max(50),
})
export type Categories = z.infer<typeof categoriesSchema>

/** `GET /index/popular`. */
export const popularQuerySchema = viewedSchema.extend({
  kind: kindSchema.optional(),
  limit: limitSchema.default(LIST_LIMIT_DEFAULT),
})
export const popularSchema = z.object({ items: z.array(projectSchema).max(LIST_LIMIT_MAX) })
