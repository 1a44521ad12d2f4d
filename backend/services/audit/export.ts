import { Readable } from 'node:stream'
import type { AuditFilter, AuditItem } from '#lib/contract/admin/audit.ts'
import type { Database } from '#backend/db/connect.ts'
import { readAudit } from './list.ts'

/** The log as JSON lines. */
export const auditAsJson = (db: Database, filter: AuditFilter): Readable =>
  textOf(db, filter, '', (item) => `${JSON.stringify(item)}\n`)

const COLUMNS = [
  'n',
  'at',
  'action',
  'kind',
  'id',
  'title',
  'author',
  'reason',
  'by',
  'by_account',
  'before',
  'after',
] as const satisfies (keyof AuditItem)[]

/** The log as CSV (RFC 4180), with a line of names. */
export const auditAsCsv = (db: Database, filter: AuditFilter): Readable =>
  textOf(
    db,
    filter,
    `${COLUMNS.join(',')}\r\n`,
    (item) => `${COLUMNS.map((name) => cellOf(item[name])).join(',')}\r\n`,
  )

function textOf(
  db: Database,
  filter: AuditFilter,
  head: string,
  toLine: (item: AuditItem) => string,
): Readable {
  async function* lines() {
    if (head !== '') yield Buffer.from(head)
    for await (const items of readAudit(db, filter)) yield Buffer.from(items.map(toLine).join(''))
  }
  return Readable.from(lines())
}

/** Spreadsheets run a text that begins like a formula: an apostrophe makes it a text. */
function cellOf(value: AuditItem[keyof AuditItem]): string {
  const text =
    value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
