import { isNull, sql } from 'drizzle-orm'
import { projects } from './schema.ts'

/** A project is shown to everyone who has its address. Not those that the operator has hidden. */
export const isPublic = isNull(projects.hiddenAt)

/**
 * What lists, search, counts and the sitemap show: public projects that are neither unlisted nor archived. Literal, as in the partial
 * index of the filters, so that the planner can use it.
 */
export const isListed = sql`(${isPublic} AND ${projects.visibility} = 'listed')`

/** Entries of the audit log by which a project is hidden; the latest says why. */
export const HIDING = ['hide', 'refuse', 'hold'] as const
