import os from 'node:os'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { KINDS, kindOfPath } from '#lib/contract/kind.ts'
import {
  type AuditAction,
  type AuditEntry,
  auditEntrySchema,
  auditSchema,
  clearDemoResultSchema,
  OPERATOR_ACTIONS,
  sweepResultSchema,
  trashedFilesSchema,
} from '#lib/contract/operator.ts'
import { createBar } from './bar.ts'
import { restoreFiles, saveFile, showTrash } from './admin-files.ts'
import { loadConfiguration } from './configuration.ts'
import { callOperator, loadSite, type Site } from './operator-client.ts'

/*
 * `npm run admin -- hide icon <id> --reason "…"`: moderates projects of the running site; all pages
 * change at once.
 */

const USAGE = `Usage:
  npm run admin -- hide    <kind> <id> --reason "…"   removes it from lists, search, feeds and caches at once
  npm run admin -- restore <kind> <id> --reason "…"   makes it public again
  npm run admin -- delete  <kind> <id> --reason "…"   deletes it permanently, with its files
  npm run admin -- hidden                             lists hidden projects with reasons
  npm run admin -- audit                              lists moderation actions, newest first
  npm run admin -- sweep                              moves unreferenced files to the trash
  npm run admin -- clear-demo                         deletes the demo projects permanently, and nothing else
  npm run admin -- trash                              lists the trash of files by day
  npm run admin -- restore-files <date>               moves a day's files back from the trash
  npm run admin -- discarded                          lists the files of discarded versions, which are kept for 30 days
  npm run admin -- save-file <key> <path>             copies one of them
Kinds: ${KINDS.join(', ')}. The address of a project works instead of kind and id.`

/** Of the web app, in ms. */
const TIMEOUT_MS = 30_000

async function main() {
  process.umask(0o077)
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { reason: { type: 'string' } },
  })
  const [command, ...rest] = positionals
  if (command === 'hidden' || command === 'audit') return show(await loadSite(), command)
  if (command === 'trash') return showTrash(loadConfiguration().config.DATA_DIR)
  if (command === 'restore-files')
    return restoreFiles(loadConfiguration().config.DATA_DIR, rest[0] ?? '')
  if (command === 'discarded') return showDiscarded(await loadSite())
  if (command === 'save-file' && rest[1]) {
    return saveFile(loadConfiguration().config.DATA_DIR, rest[0] ?? '', rest[1])
  }
  if (command === 'sweep') return sweep(await loadSite())
  if (command === 'clear-demo') return clearDemo(await loadSite())
  const action = z.enum(OPERATOR_ACTIONS).safeParse(command)
  if (!action.success) throw new Error(USAGE)
  const project = parseProject(rest)
  if (!project) throw new Error(`Which project?\n${USAGE}`)
  if (!values.reason?.trim()) throw new Error(`A reason is required: --reason "…".\n${USAGE}`)
  const site = await loadSite()
  const by = os.userInfo().username
  await moderate(site, { action: action.data, ...project, reason: values.reason, by })
}

/** `icon <id>`, or the address of a detail page in any language. */
function parseProject([first = '', second]: string[]) {
  const kind = kindSchema.safeParse(first)
  if (kind.success && second) return { kind: kind.data, id: second }
  const [, segment = '', id] = /\/home\/(\w+)\/detail\/([\w-]+)\/?(?:[?#].*)?$/.exec(first) ?? []
  const pathKind = kindOfPath(segment)
  return pathKind && id ? { kind: pathKind, id } : null
}

const DONE: Record<AuditAction, string> = {
  hide: 'Hidden',
  restore: 'Restored',
  delete: 'Deleted',
  takeover: 'Taken over',
  repository: 'Repository changed',
  claim: 'Disputed',
}

async function moderate(site: Site, request: Record<string, unknown>) {
  const entry = auditEntrySchema.parse(await callOperator(site, 'projects', request))
  console.log(`${DONE[entry.action]}: ${line(entry)}`)
  const { kind, id, author } = entry
  const response = await fetch(`${site.webUrl}/api/revalidate`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${site.secret}`,
      'content-type': 'application/json',
      origin: site.origin,
    },
    body: JSON.stringify({ kind, id, author }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null)
  if (response?.status === 204) return
  console.warn(
    `The web app at ${site.webUrl} could not be notified: its pages change within a few minutes.`,
  )
  process.exitCode = 1
}

async function sweep(site: Site) {
  const { total, unknown, moved } = sweepResultSchema.parse(await callOperator(site, 'sweep', {}))
  console.log(`Moved ${moved} objects to the trash; ${unknown} of ${total} were not referenced.`)
}

async function clearDemo(site: Site) {
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

async function show(site: Site, what: 'hidden' | 'audit') {
  const { items } = auditSchema.parse(await callOperator(site, what))
  if (items.length === 0) console.log(what === 'hidden' ? 'Nothing is hidden.' : 'Nothing yet.')
  for (const entry of items) {
    const time = entry.at.slice(0, 16).replace('T', ' ')
    console.log(`${time}  ${entry.action.padEnd(8)}  ${line(entry)}`)
    console.log(`                   by ${entry.by}: ${printable(entry.reason)}`)
  }
}

async function showDiscarded(site: Site) {
  const { items } = trashedFilesSchema.parse(await callOperator(site, 'discarded'))
  if (items.length === 0) console.log('There are none.')
  for (const { key, name, sha256, trashed_at: at, project, version } of items) {
    const place = project === null ? 'project deleted' : `${project} ${version ?? ''}`
    console.log(`${at.slice(0, 16).replace('T', ' ')}  ${place}  ${printable(name)}`)
    console.log(`                  ${sha256}  key ${key}`)
  }
}

const line = ({ kind, id, title, author }: AuditEntry) =>
  `${kind} ${id}  ${printable(title)}  (${printable(author)})`

/** Removes control characters: titles are user input and could control the terminal. */
const printable = (text: string) => text.replaceAll(/\p{C}+/gu, ' ')

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
