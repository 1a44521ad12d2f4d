import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/*
 * Processes of the release before still run when a migration comes: it may add, but not take away what they use
 * (CONTRIBUTING.md). tests/integration/backend/release-before.test.ts runs that release on the migrated database.
 */

const FOLDER = 'backend/db/migrations'
/** The last one from before this rule. */
const LAST_FREE = 16
/** The last one of release 0.2.0, which locked tables while it built their indexes. */
const LAST_LOCKING = 31
/** In a migration that removes what no release in use needs any more, with the reason. */
const REASON = /^-- contract: \S.+$/m

const BREAKING = [
  /\bDROP\s+(TABLE|COLUMN|VIEW|TYPE|FUNCTION)\b/i,
  /\bRENAME\b/i,
  /\bALTER\s+COLUMN\s+\S+\s+(SET\s+DATA\s+)?TYPE\b/i,
  /\bSET\s+NOT\s+NULL\b/i,
  /\bADD\s+COLUMN\b(?=[^;]*\bNOT\s+NULL\b)(?![^;]*\b(DEFAULT|GENERATED)\b)/i,
]
const withoutComments = (sql: string) => sql.replaceAll(/--.*$/gm, '')
const isBreaking = (sql: string) => BREAKING.some((pattern) => pattern.test(withoutComments(sql)))

describe('migrations', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'))
  const later = files.filter((name) => Number.parseInt(name, 10) > LAST_FREE)

  it('remove nothing that the release before uses, unless they have a reason', () => {
    const wrong = later.filter((name) => {
      const sql = readFileSync(path.join(FOLDER, name), 'utf8')
      return isBreaking(sql) && !REASON.test(sql)
    })
    expect(wrong).toEqual([])
  })

  it('build indexes of tables that have rows concurrently', () => {
    const wrong = later.flatMap((name) => {
      if (Number.parseInt(name, 10) <= LAST_LOCKING) return []
      const sql = withoutComments(readFileSync(path.join(FOLDER, name), 'utf8'))
      const made = new Set(
        [...sql.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?("\w+")/gi)].map(([, table]) => table),
      )
      const locking = [
        ...sql.matchAll(
          /CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)[^;]*? ON ("\w+")|DROP INDEX (?!CONCURRENTLY)/gi,
        ),
      ]
      return locking
        .filter(([, table]) => !made.has(table))
        .map(([statement]) => `${name}: ${statement}`)
    })
    expect(wrong).toEqual([])
  })

  it.each([
    'ALTER TABLE "projects" DROP COLUMN "title";',
    'DROP TABLE "files";',
    'ALTER TABLE "projects" RENAME COLUMN "title" TO "name";',
    'ALTER TABLE "files" ALTER COLUMN "size" SET DATA TYPE bigint;',
    'ALTER TABLE "files" ALTER COLUMN "size" SET NOT NULL;',
    'ALTER TABLE "files" ADD COLUMN "mark" text NOT NULL;',
  ])('that would break it are recognised: %s', (sql) => {
    expect(isBreaking(sql)).toBe(true)
  })

  it.each([
    'CREATE TABLE "marks" ("id" text PRIMARY KEY NOT NULL);',
    'ALTER TABLE "files" ADD COLUMN "mark" text;',
    `ALTER TABLE "files" ADD COLUMN "mark" text DEFAULT '' NOT NULL;`,
    'DROP INDEX "files_by_mark";',
    '-- DROP TABLE "files"',
  ])('that add are free: %s', (sql) => {
    expect(isBreaking(sql)).toBe(false)
  })
})
