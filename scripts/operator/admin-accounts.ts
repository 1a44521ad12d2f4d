import { setTimeout } from 'node:timers/promises'
import type { z } from 'zod'
import { ACCOUNT_STATES, accountsQuerySchema } from '#lib/contract/admin/account.ts'
import { bulkFilterSchema, type BulkAction, type bulkSchema } from '#lib/contract/admin/bulk.ts'
import { createBar } from '#scripts/bar.ts'
import { INDENT, printable, timeOf } from './admin-lists.ts'
import { callAdmin, type OperatedSite } from './operator-client.ts'

type Options = Record<string, string | undefined>

/** Lists accounts, the newest first: `--q`, `--state`, `--network`, `--provider`, `--after`. */
export async function showUsers(site: OperatedSite, options: Options): Promise<void> {
  const { data: query, error } = accountsQuerySchema.safeParse(options)
  if (!query) {
    const names = error.issues.map(({ path: [name] }) => `--${String(name)}`).join(', ')
    throw new Error(
      `Not valid: ${names}. States: ${ACCOUNT_STATES.join(', ')}. Networks: 203.0.113.0/24 or 2001:db8::/48.`,
    )
  }
  const { items, next } = await callAdmin(site, 'accounts', query)
  if (items.length === 0) console.log('No account.')
  for (const one of items) {
    const marks = [one.role, one.is_suspended && 'suspended'].filter(Boolean).join(', ')
    console.log(`${timeOf(one.created_at)}  ${one.username}  ${printable(one.email)}  ${marks}`)
    console.log(`${INDENT}projects ${one.projects}, hidden ${one.hidden}, reports ${one.reports}`)
  }
  if (next !== null) console.log(`More: --after ${next}`)
}

/** Suspends an account: `--until` a day, for good without it; `--keep` leaves its publications. */
export async function suspend(
  site: OperatedSite,
  { username, reason, until, keeps }: { username: string; reason: string; until: string | undefined; keeps: boolean }, // prettier-ignore
): Promise<void> {
  const end = until === undefined ? null : `${until}T23:59:59.000Z`
  const body = { reason, until: end, projects: keeps ? ('keep' as const) : ('hide' as const) }
  await callAdmin(site, 'suspendAccount', { username, body })
  console.log(`Suspended ${printable(username)}${end === null ? '' : ` until ${until}`}.`)
}

export async function unsuspend(
  site: OperatedSite,
  username: string,
  reason: string,
): Promise<void> {
  await callAdmin(site, 'liftSuspension', { username, reason })
  console.log(`${printable(username)} is no longer suspended.`)
}

/** The parts of a filter that were given. */
export function filterOf({ kind, author, from, before, text, link, network }: Options) {
  const filter = bulkFilterSchema.parse({
    kind,
    author,
    from: from && new Date(from).toISOString(),
    until: before && new Date(before).toISOString(),
    text,
    link,
    network,
  })
  return Object.values(filter).some((part) => part !== undefined) ? filter : null
}

type Bulk = z.infer<typeof bulkSchema>

/** Hides or restores everything that a filter matches, and shows the progress of the job. */
export async function bulk(
  site: OperatedSite,
  request: { action: BulkAction; reason: string; confirm: string | undefined } & z.infer<
    typeof bulkFilterSchema
  >,
): Promise<void> {
  const { confirm, ...rest } = request
  const body = { ...rest, ...(confirm !== undefined && { confirm: Number(confirm) }) }
  await follow(site, await callAdmin(site, 'startBulk', { body }))
}

export async function undoBulk(site: OperatedSite, id: string): Promise<void> {
  await follow(site, await callAdmin(site, 'undoBulk', { id }))
}

async function follow(site: OperatedSite, { id, action, total }: Bulk): Promise<void> {
  const bar = createBar(`${action} ${total}`)
  for (;;) {
    const { items } = await callAdmin(site, 'bulkActions', {})
    const done = items.find((one) => one.id === id)?.done ?? total
    bar({ done, total, what: '' })
    if (done >= total) break
    await setTimeout(500)
  }
  console.log(`Done. To undo it: npm run admin -- undo ${id}`)
}
