import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { AuditItem } from '#lib/contract/admin/audit.ts'
import { roleSchema } from '#lib/contract/admin/role.ts'
import { AUDIT_ACTIONS } from '#lib/contract/operator.ts'
import { INDENT, line, printable, timeOf } from './admin-lists.ts'
import { callAdmin, fetchExport, type OperatedSite } from './operator-client.ts'

/* Roles, invitations and the audit log, by the calls that the pages of the administration use. */

/** Prints a link that gives a role once. */
export async function invite(site: OperatedSite, given: string | undefined): Promise<void> {
  const role = roleSchema.safeParse(given ?? 'administrator')
  if (!role.success) throw new Error('Which role? --role administrator or --role moderator.')
  const invitation = await callAdmin(site, 'invite', { body: { role: role.data } })
  console.log(
    `Gives the role ${invitation.role} once, until ${timeOf(invitation.expires_at)} UTC:\n${new URL(invitation.path, site.origin).href}`,
  )
}

export async function showRoles(site: OperatedSite): Promise<void> {
  const { items, invitations } = await callAdmin(site, 'roles', {})
  if (items.length === 0) console.log('No account has a role: npm run admin -- invite')
  for (const { role, username, since, by } of items) {
    const from = since === null ? '' : `since ${timeOf(since)}`
    console.log(
      `${role.padEnd(14)}  ${printable(username)}  ${from}${by && `  by ${printable(by)}`}`,
    )
  }
  for (const { role, by, expires_at: until } of invitations) {
    console.log(
      `${role.padEnd(14)}  invited${by && ` by ${printable(by)}`}, until ${timeOf(until)}`,
    )
  }
}

/** Gives an account a role, or takes it away. */
export async function changeRole(
  site: OperatedSite,
  [username = '', wanted = '']: string[],
  reason: string,
): Promise<void> {
  const role = z.union([roleSchema, z.literal('none')]).safeParse(wanted)
  if (!role.success) throw new Error('Which role? administrator, moderator or none.')
  const body = { username, role: role.data === 'none' ? null : role.data, reason }
  await callAdmin(site, 'changeRole', { body })
  console.log(`${printable(username)}: ${role.data}`)
}

export type AuditOptions = {
  action?: string | undefined
  by?: string | undefined
  q?: string | undefined
  after?: string | undefined
  format?: string | undefined
  to?: string | undefined
}

/** A page of the log, or an export of all of it: `format` is `csv` or `json`. */
export async function showAudit(site: OperatedSite, options: AuditOptions): Promise<void> {
  const { after, format, to, by, q } = options
  const action = z.enum(AUDIT_ACTIONS).optional().safeParse(options.action)
  if (!action.success) throw new Error(`Which action? ${AUDIT_ACTIONS.join(', ')}`)
  const filter = { action: action.data, by, q }
  if (format !== undefined) {
    if (format !== 'csv' && format !== 'json') throw new Error('Which format? csv or json.')
    const text = await fetchExport(site, format === 'csv' ? 'auditAsCsv' : 'auditAsJson', filter)
    const target = to === undefined ? process.stdout : createWriteStream(to, { flags: 'wx' })
    return pipeline(text, target, { end: to !== undefined })
  }
  const { items, next } = await callAdmin(site, 'auditLog', {
    ...filter,
    after: after === undefined ? undefined : Number(after),
  })
  if (items.length === 0) console.log('Nothing yet.')
  for (const item of items) showItem(item)
  if (next !== null) console.log(`More: --after ${next}`)
}

function showItem(item: AuditItem): void {
  const { at, action, kind, id, title, author, reason, by, before, after } = item
  const subject = kind === null ? printable(author) : line({ kind, id: id ?? '', title, author })
  console.log(`${timeOf(at)}  ${action.padEnd(10)}  ${subject}`)
  const who = by === '' ? 'automatically' : `by ${printable(by)}`
  console.log(`${INDENT}${who}: ${printable(reason)}`)
  if (before ?? after) {
    console.log(
      `${INDENT}${printable(JSON.stringify(before))} → ${printable(JSON.stringify(after))}`,
    )
  }
}
