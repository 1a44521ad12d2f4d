import os from 'node:os'
import { parseArgs } from 'node:util'
import { z } from 'zod'
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
import { restoreFiles, saveFile, showTrash } from '#scripts/operator/admin-files.ts'
import {
  showAudit,
  showDiscarded,
  showFiles,
  showHeld,
  showHidden,
  line,
} from '#scripts/operator/admin-lists.ts'
import { loadConfiguration } from '#scripts/settings/configuration.ts'
import { callOperator, loadSite, type Site } from '#scripts/operator/operator-client.ts'

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
    options: {
      reason: { type: 'string' },
      version: { type: 'string' },
      to: { type: 'string' },
    },
  })
  const [command, ...rest] = positionals
  if (command === 'hidden') return showHidden(await loadSite())
  if (command === 'held') return showHeld(await loadSite())
  if (command === 'audit') return showAudit(await loadSite())
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
  if (!action.success && command !== 'files') throw new Error(USAGE)
  const project = parseProject(rest)
  if (!project) throw new Error(`Which project?\n${USAGE}`)
  if (!action.success) return showFiles(await loadSite(), project, values.to)
  if (!values.reason?.trim()) throw new Error(`A reason is required: --reason "…".\n${USAGE}`)
  const site = await loadSite()
  const by = os.userInfo().username
  const { reason, version } = values
  await moderate(site, { action: action.data, ...project, version, reason, by })
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

async function moderate(site: Site, request: Request) {
  const entry = auditEntrySchema.parse(await callOperator(site, 'projects', request))
  console.log(`${DONE[request.action]}: ${line(entry)}`)
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

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
