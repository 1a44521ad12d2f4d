import { z } from 'zod'
import { categorySchema, kindSchema, operatingSystemSchema } from './kind.ts'
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from './limits.ts'
import { authorSchema, projectSchema, versionSchema } from './project.ts'

/** Name A-Z, name Z-A, popular, recent (section 2). */
export const SORTS = ['popular', 'recent', 'name', '-name'] as const
export const sortSchema = z.enum(SORTS)
export type Sort = z.infer<typeof sortSchema>
export const SORT_DEFAULT: Sort = 'popular'

/** A cursor: opaque text made by the backend, good for the sort and filters it was made with. */
export const cursorSchema = z
  .string()
  .max(1000)
  .regex(/^[A-Za-z0-9_-]+$/)

const limitSchema = z.coerce.number().int().min(1).max(LIST_LIMIT_MAX)

/** The filters that every list takes, called the same in pages, API and feeds. */
export const filterSchema = z.object({
  os: operatingSystemSchema.exclude(['all']).optional(),
  category: categorySchema.optional(),
  author: authorSchema.shape.name.optional(),
  /** Keeps what runs on this version of the application: `minimum_version` not above it. */
  minimum_version: versionSchema.optional(),
})

/** The operating systems that can be asked for. */
export const OS_FILTERS = filterSchema.shape.os.unwrap().options

/** `GET /{kind}/list`. */
export const listQuerySchema = filterSchema.extend({
  sort: sortSchema.default(SORT_DEFAULT),
  after: cursorSchema.optional(),
  limit: limitSchema.default(LIST_LIMIT_DEFAULT),
})
export type ListQuery = z.infer<typeof listQuerySchema>

/** A page of a list. `total` counts what the filters leave; `next` is the cursor of the next page. */
export const listSchema = z.object({
  items: z.array(projectSchema).max(LIST_LIMIT_MAX),
  total: z.number().int().nonnegative(),
  total_is_estimate: z.boolean(),
  next: cursorSchema.nullable(),
  /**
   * Where an author was asked for: who is called so whatever the case, in the right spelling, or `null`
   * for nobody. `items` are those of the exact name alone. A backend need not say.
   */
  author: authorSchema.nullable().optional(),
})
export type ProjectList = z.infer<typeof listSchema>

/** `GET /index/popular`. */
export const popularQuerySchema = z.object({
  kind: kindSchema.optional(),
  limit: limitSchema.default(LIST_LIMIT_DEFAULT),
})
export const popularSchema = z.object({ items: z.array(projectSchema).max(LIST_LIMIT_MAX) })
