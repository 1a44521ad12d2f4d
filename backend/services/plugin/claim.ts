import { Resolver } from 'node:dns/promises'
import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { audit, authors, projects } from '#backend/db/tables.ts'
import { DomainError } from '#backend/errors.ts'
import { operatorMessage } from '#backend/mail/messages.ts'
import { reportFailure } from '#backend/report-failure.ts'
import type { CheckedPlugin } from './check.ts'
import type { PluginDependencies, ResolveText } from './dependencies.ts'
import { hasPushProof, isGitHubUser } from './ownership.ts'

/** Longest wait for the answer of one name server, in ms. */
const DNS_MS = 2000
/** Host names that an id such as `com.maker.name` can stand for. */
const DOMAINS_MAX = 4
/** A claimant is reported once in this time for a plugin, in ms. */
const REPORTED_MS = 24 * 3600 * 1000

/** Text records by the name servers of the machine. */
const resolveText: ResolveText = (name) =>
  new Resolver({ timeout: DNS_MS, tries: 1 }).resolveTxt(name)

type Claimant = { uid: string; now: Date }

/** Host names that the id of a plugin names: `com.maker.tools.name` is of `maker.com` or `tools.maker.com`. */
export function domainsOf(manifestId: string): string[] {
  if (manifestId.startsWith('@')) return []
  const labels = manifestId.toLowerCase().split('.').slice(0, DOMAINS_MAX)
  return labels.slice(1).map((_, at) =>
    labels
      .slice(0, at + 2)
      .toReversed()
      .join('.'),
  )
}

/** What a text record at `_keystrip.` of a domain must be to prove it for an account. */
export const domainRecord = (uid: string) => `keystrip-account=${uid}`

/**
 * Whether an account has proved a domain that the id of a plugin names, by a text record of its name server. Asked before the transaction.
 */
export async function provesDomain(
  { manifestId }: Pick<CheckedPlugin, 'manifestId'>,
  uid: string,
  resolve: ResolveText = resolveText,
): Promise<boolean> {
  const found = await Promise.all(
    domainsOf(manifestId).map((domain) => resolve(`_keystrip.${domain}`).catch(() => [])),
  )
  return found.flat().some((parts) => parts.join('').trim() === domainRecord(uid))
}

/** The plugin of a proved owner with an id whose repository another one has replaced: the id stays with it. */
async function findHolder(db: Database | Transaction, { manifestId }: CheckedPlugin) {
  const [row] = await db
    .select({ project: projects, author: authors.name })
    .from(projects)
    .innerJoin(authors, eq(authors.uid, projects.authorUid))
    .where(
      and(
        eq(projects.manifestId, manifestId),
        eq(projects.repositoryStatus, 'replaced'),
        isNotNull(projects.ownerProof),
      ),
    )
    .orderBy(projects.createdAt)
    .limit(1)
  return row
}

/** Whether the id of a plugin is held by one whose repository was replaced, so that it has to be claimed. */
export const isHeld = async (db: Database, plugin: CheckedPlugin): Promise<boolean> =>
  (await findHolder(db, plugin)) !== undefined

/**
 * A plugin whose repository was replaced keeps its id: a new publication gets it only from its author, or by proof of the old repository
 * or of a domain that the id names.
 * @throws DomainError `plugin_id_claimed`, with the domain and the record that would prove it.
 */
export async function checkClaim(
  tx: Transaction,
  { uid, now, hasDomain }: Claimant & { hasDomain?: boolean },
  plugin: CheckedPlugin,
): Promise<void> {
  const holder = await findHolder(tx, plugin)
  if (!holder || holder.project.authorUid === uid || hasDomain === true) return
  const { repositoryId, repositoryOwnerId, id, hiddenAt } = holder.project
  if (repositoryOwnerId !== null && (await isGitHubUser(tx, repositoryOwnerId, uid))) return
  if (repositoryId !== null && (await hasPushProof(tx, repositoryId, { uid, now }))) return
  const [domain = 'none'] = domainsOf(plugin.manifestId)
  const message = `The id ${plugin.manifestId} belongs to a plugin whose repository was replaced.`
  throw new DomainError('plugin_id_claimed', message, {
    details: {
      ...(hiddenAt === null && { id }),
      name: plugin.manifestId,
      domain,
      record: domainRecord(uid),
    },
  })
}

type Deps = Pick<PluginDependencies, 'db' | 'send' | 'failures' | 'site'> & { log: Logger }

/** Reports a refused claim to the operator, with both parties; once a day for an account. A failure is only logged. */
export async function reportClaim(
  deps: Deps,
  plugin: CheckedPlugin,
  { uid, now }: Claimant,
): Promise<void> {
  const report = (error: unknown) =>
    reportFailure(deps, error, 'dispute about a plugin not reported')
  try {
    const holder = await findHolder(deps.db, plugin)
    const [claimant] = await deps.db.select().from(authors).where(eq(authors.uid, uid))
    if (!holder || !claimant) return
    const { project, author } = holder
    const reason = `${claimant.name} (${uid}) claims the id ${plugin.manifestId} for ${plugin.repository.url}, number ${plugin.repository.id}`
    const isReported = and(
      eq(audit.projectId, project.id),
      eq(audit.action, 'claim'),
      eq(audit.reason, reason),
      gt(audit.at, new Date(now.getTime() - REPORTED_MS)),
    )
    const isNew = await deps.db.transaction(async (tx) => {
      await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`claim ${reason}`}, 0))`)
      if ((await tx.$count(audit, isReported)) > 0) return false
      const { id: projectId, kind, title } = project
      const by = claimant.name
      await tx
        .insert(audit)
        .values({ action: 'claim', kind, projectId, title, author, reason, by, at: now })
      return true
    })
    if (!isNew) return
    const { site } = deps
    const lines = [
      `Two accounts dispute the plugin id ${plugin.manifestId}. The publication was refused.`,
      `Holder: ${author} (${project.authorUid}), ${project.repositoryUrl ?? ''}, number ${project.repositoryId ?? ''}, ${site.url}/home/plugin/detail/${project.id}`,
      `Claimant: ${claimant.name} (${uid}), ${plugin.repository.url}, number ${plugin.repository.id}`,
    ]
    const subject = `Dispute about ${plugin.manifestId}`
    deps.send(operatorMessage({ site, subject, lines })).catch(report)
  } catch (error) {
    report(error)
  }
}
