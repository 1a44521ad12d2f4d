import path from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'

/** Arbitrary ids of advisory locks, unique in this database: one migration at a time, and none beside a backup, which shares its own. */
export const MIGRATION_LOCK = 7_301_844
export const BACKUP_LOCK = 7_301_846

const migrationsFolder = path.join(import.meta.dirname, 'migrations')
/** The statement and its index; comments may come before it. */
const CONCURRENT =
  /^(?:\s|--.*\n)*(CREATE|DROP)\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?:IF\s+(?:NOT\s+)?EXISTS\s+)?"(\w+)"/i
const DROPPED = /^(?:\s|--.*\n)*DROP\s+INDEX\s+(?:IF\s+EXISTS\s+)?"(\w+)"/i

/** Its statements within its transaction, and what drizzle's migrator records: `at` in ms since the epoch. */
export type Migration = { at: number; hash: string; statements: string[] }
/** An index that there is, or is not, after all migrations. */
export type IndexStep = { index: string; isWanted: boolean; statement: string }

/** A statement for a transaction, which no `CONCURRENTLY` may be in. */
export const plainly = (statement: string): string =>
  CONCURRENT.test(statement) ? statement.replace(/\s+CONCURRENTLY\b/i, '') : statement

/**
 * The migrations of a folder, oldest first, and what their statements with `CONCURRENTLY` lead to, in their order. Those run after all
 * migrations, outside of transactions, so what is left of them is known by the indexes themselves.
 * @param folder by default that of this release.
 */
export function readMigrations(folder = migrationsFolder) {
  const steps = new Map<string, IndexStep>()
  const migrations: Migration[] = []
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder: folder })) {
    const statements: string[] = []
    for (const statement of sql) {
      const [, verb = '', index = ''] = CONCURRENT.exec(statement) ?? []
      const [, dropped] = DROPPED.exec(statement) ?? []
      steps.delete(dropped ?? index)
      if (index === '') statements.push(statement)
      else steps.set(index, { index, isWanted: verb.toUpperCase() === 'CREATE', statement })
    }
    migrations.push({ at: folderMillis, hash, statements })
  }
  return { migrations, steps: [...steps.values()] }
}
