import { sql } from 'drizzle-orm'
import { authors } from './schema.ts'

/** The name that readers see of an author, as `shownName` of the contract. */
export const shownAuthor = sql<string>`coalesce(${authors.displayName}, ${authors.name})`
