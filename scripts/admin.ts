import os from 'node:os'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { BULK_ACTIONS } from '#lib/contract/admin/bulk.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { KINDS, kindOfPath } from '#lib/contract/kind.ts'
import {
  auditEntrySchema,
  clearDemoResultSchema,
  OPERATOR_ACTIONS,
  type OperatorAction,
  sweepResultSchema,
} from '#lib/contract/operator.ts'
import { createBar } from './bar.ts'
import { cacheCommand } from '#scripts/operator/admin-cache.ts'
import { restoreFiles, saveFile, showTrash } from '#scripts/operator/admin-files.ts'
import {
  showDiscarded,
  showFiles,
  showHeld,
  showHidden,
  showNames,
  line,
} from '#scripts/operator/admin-lists.ts'
import { showReports } from '#scripts/operator/admin-reports.ts'
import {
  bulk,
  filterOf,
  showUsers,
  suspend,
  undoBulk,
  unsuspend,
} from '#scripts/operator/admin-accounts.ts'
import { changeRole, invite, showAudit, showRoles } from '#scripts/operator/admin-roles.ts'
import { settingsCommand } from '#scripts/operator/admin-settings.ts'
import { loadConfiguration } from '#scripts/settings/configuration.ts'
import {
  callOperator,
  callWeb,
  loadSite,
  type OperatedSite,
} from '#scripts/operator/operator-client.ts'

/*
 * `npm run admin -- hide icon <id> --reason "…"`: moderates projects of the running site; all pages
 * change at once.
 */

const USAGE = `Usage:
  npm run admin -- hide    <kind> <id> --reason "…"   removes it from lists, search, feeds and caches at once
  npm run admin -- restore <kind> <id> --reason "…"   makes it public again
  npm run admin -- delete  <kind> <id> --reason "…"   deletes it permanently, with its files
  npm run admin -- hidden                             lists hidden projects with reasons and their authors’ answers
  npm run admin -- held                               lists publications that equal something hidden, and wait
  npm run admin -- release <kind> <id> --reason "…"   publishes one of them; a version of a project with --version
  npm run admin -- refuse  <kind> <id> --reason "…"   hides it for good, or discards the version; its author gets the reason
  npm run admin -- files   <kind> <id>                lists the files of a project with hashes; --to <folder> saves them
  npm run admin -- names                              lists names that look the same, and those that would be refused today
  npm run admin -- audit                              lists what was done, newest first; --action, --by, --q, --after; --format csv or json, --to <path>
  npm run admin -- reports [number]                   lists the reports that wait, oldest first, or shows one
  npm run admin -- users                              lists accounts, the newest first; --q, --state suspended, role or reported, --network, --provider, --after
  npm run admin -- suspend <user> --reason "…"        ends its sessions, and hides its publications; --until <day>, --keep
  npm run admin -- unsuspend <user> --reason "…"      lets it in again; its publications stay as they are
  npm run admin -- hide    --author <user> --reason "…"  hides everything of an account; restore is the same. Other filters, alone or together:
                                                      --kind, --text, --link, --network, --from and --before <day>; --confirm <number> where it is everything
  npm run admin -- undo    <id>                       undoes that
  npm run admin -- invite                             prints a link that gives the role administrator, once; --role moderator
  npm run admin -- roles                              lists administrators and moderators
  npm run admin -- role    <user> <role> --reason "…"  gives a role, or takes it away by none
  npm run admin -- settings                           lists the settings of the site; get <name>, set <name> <value> or --from <file>, reset <name>
  npm run admin -- sweep                              moves unreferenced files to the trash
  npm run admin -- clear-demo                         deletes the demo projects permanently, and nothing else
  npm run admin -- trash                              lists the trash of files by day
  npm run admin -- restore-files <date>               moves a day's files back from the trash
  npm run admin -- discarded                          lists the files of discarded versions, which are kept for 30 days
  npm run admin -- save-file <key> <path>             copies one of them
  npm run admin -- cache                              shows the caches of the web app and their ratios of hits; --web <address>
  npm run admin -- cache keys                         lists keys; --store, --tag, --begins, --limit, --after
  npm run admin -- cache tags                         lists tags; --store, --begins, --limit, --after
  npm run admin -- cache purge --tag <tag>            drops what has the tag; --key <key> drops one key
Kinds: ${KINDS.join(', ')}. The address of a project works instead of kind and id.`

async function main() {
  process.umask(0o077)
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      reason: { type: 'string' },
      version: { type: 'string' },
      to: { type: 'string' },
      from: { type: 'string' },
      store: { type: 'string' },
      tag: { type: 'string' },
      key: { type: 'string' },
      begins: { type: 'string' },
      after: { type: 'string' },
      limit: { type: 'string' },
      web: { type: 'string', multiple: true },
      action: { type: 'string' },
      by: { type: 'string' },
      q: { type: 'string' },
      format: { type: 'string' },
      role: { type: 'string' },
      state: { type: 'string' },
      until: { type: 'string' },
      keep: { type: 'boolean', default: false },
      kind: { type: 'string' },
      author: { type: 'string' },
      text: { type: 'string' },
      link: { type: 'string' },
      network: { type: 'string' },
      provider: { type: 'string' },
      before: { type: 'string' },
      confirm: { type: 'string' },
    },
  })
  const [command, ...rest] = positionals
  if (command === 'hidden') return showHidden(await loadSite())
  if (command === 'held') return showHeld(await loadSite())
  if (command === 'names') return showNames(await loadSite())
  if (command === 'audit') {
    const { action, by, q, after, format, to } = values
    return showAudit(await loadSite(), { action, by, q, after, format, to })
  }
  if (command === 'users') {
    const { q, state, network, provider, after } = values
    return showUsers(await loadSite(), { q, state, network, provider, after })
  }
  if (command === 'suspend' || command === 'unsuspend') {
    const username = rest[0] ?? ''
    const reason = requireReason(values.reason)
    if (command === 'unsuspend') return unsuspend(await loadSite(), username, reason)
    const { until, keep: keeps } = values
    return suspend(await loadSite(), { username, reason, until, keeps })
  }
  if (command === 'undo') return undoBulk(await loadSite(), rest[0] ?? '')
  if (command === 'reports') return showReports(await loadSite(), rest, values.after)
  if (command === 'invite') return invite(await loadSite(), values.role)
  if (command === 'roles') return showRoles(await loadSite())
  if (command === 'role') return changeRole(await loadSite(), rest, requireReason(values.reason))
  if (command === 'settings') return settingsCommand(await loadSite(), rest, { from: values.from })
  if (command === 'trash') return showTrash(loadConfiguration().config.DATA_DIR)
  if (command === 'restore-files')
    return restoreFiles(loadConfiguration().config.DATA_DIR, rest[0] ?? '')
  if (command === 'discarded') return showDiscarded(await loadSite())
  if (command === 'save-file' && rest[1]) {
    return saveFile(loadConfiguration().config.DATA_DIR, rest[0] ?? '', rest[1])
  }
  if (command === 'sweep') return sweep(await loadSite())
  if (command === 'cache') {
    const { store, tag, key, begins, after, limit, web } = values
    return cacheCommand(await loadSite(), rest, { store, tag, key, begins, after, limit, web })
  }
  if (command === 'clear-demo') return clearDemo(await loadSite())
  const { kind, author, from, before, text, link, network } = values
  const many = z.enum(BULK_ACTIONS).safeParse(command)
  const filter =
    many.success && rest.length === 0
      ? filterOf({ kind, author, from, before, text, link, network })
      : null
  if (many.success && filter) {
    const { confirm } = values
    const reason = requireReason(values.reason)
    return bulk(await loadSite(), { ...filter, action: many.data, reason, confirm })
  }
  const action = z.enum(OPERATOR_ACTIONS).safeParse(command)
  if (!action.success && command !== 'files') throw new Error(USAGE)
  const project = parseProject(rest)
  if (!project) throw new Error(`Which project?\n${USAGE}`)
  if (!action.success) return showFiles(await loadSite(), project, values.to)
  const reason = requireReason(values.reason)
  const site = await loadSite()
  const by = os.userInfo().username
  const { version } = values
  await moderate(site, { action: action.data, ...project, version, reason, by })
}

function requireReason(reason = ''): string {
  if (reason.trim() !== '') return reason
  throw new Error(`A reason is required: --reason "…".\n${USAGE}`)
}

/** `icon <id>`, or the address of a detail page in any language. */
function parseProject([first = '', second]: string[]) {
  const kind = kindSchema.safeParse(first)
  if (kind.success && second) return { kind: kind.data, id: second }
  const [, segment = '', id] = /\/home\/(\w+)\/detail\/([\w-]+)\/?(?:[?#].*)?$/.exec(first) ?? []
  const pathKind = kindOfPath(segment)
  return pathKind && id ? { kind: pathKind, id } : null
}

const DONE: Record<OperatorAction, string> = {
  hide: 'Hidden',
  restore: 'Restored',
  delete: 'Deleted',
  release: 'Released',
  refuse: 'Refused',
}

type Request = Record<string, unknown> & { action: OperatorAction }

async function moderate(site: OperatedSite, request: Request) {
  const entry = auditEntrySchema.parse(await callOperator(site, 'projects', request))
  console.log(`${DONE[request.action]}: ${line(entry)}`)
  const { kind, id, author } = entry
  try {
    await callWeb(site, `${site.webUrl}/api/revalidate`, { kind, id, author })
  } catch {
    console.warn(
      `The web app at ${site.webUrl} could not be notified: its pages change within a few minutes.`,
    )
    process.exitCode = 1
  }
}

async function sweep(site: OperatedSite) {
  const { total, unknown, moved } = sweepResultSchema.parse(await callOperator(site, 'sweep', {}))
  console.log(`Moved ${moved} objects to the trash; ${unknown} of ${total} were not referenced.`)
}

async function clearDemo(site: OperatedSite) {
  const bar = createBar('Deleting the demo projects')
  for (let done = 0; ;) {
    const { removed, left } = clearDemoResultSchema.parse(
      await callOperator(site, 'clear-demo', {}),
    )
    done += removed
    const total = done + left
    if (total > 0) bar({ done, total, what: '' })
    if (left > 0 && removed > 0) continue
    return console.log(total > 0 ? `Deleted ${done} demo projects.` : 'There are no demo projects.')
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
