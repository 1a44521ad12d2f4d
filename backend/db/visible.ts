import { isNotNull, isNull, sql } from 'drizzle-orm'
import { projects } from './schema.ts'

type Row = typeof projects.$inferSelect

/** A project is shown to everyone who has its address. Not those that the operator has hidden. */
export const isPublic = isNull(projects.hiddenAt)

/** Hidden since its publication: it waits for the operator. */
export const isHeld = isNotNull(projects.heldFor)

/** The operator has hidden it. */
export const isHidden = sql`(${isNotNull(projects.hiddenAt)} AND ${isNull(projects.heldFor)})`

/** The conditions above of a row that was read. */
export type Display = 'public' | 'held' | 'hidden'
export const displayOf = ({ hiddenAt, heldFor }: Pick<Row, 'hiddenAt' | 'heldFor'>): Display =>
  hiddenAt === null ? 'public' : heldFor === null ? 'hidden' : 'held'

/** The author of a plugin has proved to own its repository, which is still the same (decisions 38 and 96). */
export const isProved = sql`(${isNotNull(projects.ownerProof)} AND ${isNull(projects.repositoryStatus)})`

/** The same of a row that was read. */
export const isProvedRow = (row: Pick<Row, 'ownerProof' | 'repositoryStatus'>): boolean =>
  row.ownerProof !== null && row.repositoryStatus === null

/**
 * What lists, search, counts and the sitemap show: public projects that are neither unlisted nor archived. Literal, as in the partial
 * index of the filters, so that the planner can use it.
 */
export const isListed = sql`(${isPublic} AND ${projects.visibility} = 'listed')`

/** Entries of the audit log by which a project is hidden; the latest says why. */
export const HIDING = ['hide', 'refuse', 'hold'] as const
