import type { Logger } from 'pino'
import { z } from 'zod'
import { type Project, projectSchema } from '#lib/contract/project.ts'
import type {
  createRequestSchema,
  GithubCheck,
  updateRequestSchema,
} from '#lib/contract/publish.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { InvalidInputError, NotFoundError } from '#backend/errors.ts'
import { getProject } from '#backend/services/project/get.ts'
import type { OwnProject } from '#backend/services/project/lock.ts'
import type { Actor } from '#backend/services/project-log/record.ts'
import { updateProject } from '#backend/services/project/update.ts'
import { withIdempotencyKey } from '#backend/services/idempotency/with-idempotency-key.ts'
import { checkPlugin, type CheckedPlugin } from './check.ts'
import type { PluginDependencies } from './dependencies.ts'
import { createGitHubClient } from './github.ts'
import { getProofLine, getOwnerProof } from './ownership.ts'
import {
  needsRepositoryCheck,
  publishPlugin,
  refreshPlugin,
  requireRepository,
  withoutRelease,
} from './publish.ts'
import { getPublication } from './published.ts'
import { readTagVersions } from './releases.ts'
import { reportTakeover, type TakeoverReport } from './takeover.ts'
import { type Transfer, notifyOfTransfer } from './transfer.ts'

type Create = z.infer<typeof createRequestSchema>
type Update = z.infer<typeof updateRequestSchema>
type Write = Actor & { key: string | undefined; request: unknown; log: Logger }
/** An update, optionally with the revision that it is based on. */
type Change = Write &
  Pick<OwnProject, 'expectedRevision'> & {
    /** Compares what the request does not change, in the transaction. */
    check: (tx: Transaction) => Promise<void>
  }

const answerSchema = z.object({ project: projectSchema, keys: z.array(z.string()) })

/** The check of a repository, with the account's proof of ownership. */
export async function toGithubCheck(
  db: Database,
  plugin: CheckedPlugin,
  who: { uid: string; now: Date },
): Promise<GithubCheck> {
  const { uid } = who
  const [proof, proof_line, published] = await Promise.all([
    getOwnerProof(db, plugin, who),
    getProofLine(db, plugin.repository.id, uid),
    getPublication(db, plugin, uid),
  ])
  return { ...plugin.facts, proof, proof_line, published }
}

/**
 * `POST /plugin`. Requests to GitHub precede the transaction.
 * @throws as `checkPlugin` and `publishPlugin`.
 */
export async function createPlugin(
  deps: PluginDependencies,
  write: Write,
  input: Create,
): Promise<Project> {
  checkLicense(input)
  const plugin = await checkPlugin(deps.github, requireRepository(input), write.now)
  const published = await getPublication(deps.db, plugin, write.uid)
  const owned =
    published && !published.is_own
      ? await readTagVersions(createGitHubClient(deps.github, write.now), plugin.repository)
      : []
  let transfer: Transfer | null = null
  let report: TakeoverReport | null = null
  const answer = await withIdempotencyKey(
    deps.db,
    { ...write, answer: answerSchema },
    async (tx) => {
      const result = await publishPlugin(tx, whoOf(write), { ...input, owned }, plugin)
      // Not part of the stored answer: a repeated request sends no second message.
      transfer = result.transfer
      report = result.report
      return result
    },
  )
  for (const key of answer.keys) await deps.storage.remove(key)
  if (transfer) notifyOfTransfer(deps, write.log, transfer)
  if (report) reportTakeover(deps, write.log, report)
  return answer.project
}

/**
 * `PUT /plugin`. GitHub is requested only if the input asks for it or names another repository.
 * @throws NotFoundError also for the project of another account, before any request to GitHub; as `refreshPlugin`.
 */
export async function changePlugin(
  deps: PluginDependencies,
  write: Change,
  input: Update,
): Promise<Project> {
  const { db } = deps
  checkLicense(input)
  const before = await getProject(db, 'plugin', input.id)
  if (before.author.uid !== write.uid) throw new NotFoundError()
  const merged = { ...before, ...input }
  const plugin = needsRepositoryCheck(input, before)
    ? await checkPlugin(deps.github, requireRepository(merged), write.now)
    : null
  const who = { ...whoOf(write), expectedRevision: write.expectedRevision }
  let report: TakeoverReport | null = null
  const { project, keys } = await withIdempotencyKey(
    db,
    { ...write, answer: answerSchema },
    async (tx) => {
      await write.check(tx)
      if (!plugin) return updateProject(tx, who, withoutRelease(input, before))
      const result = await refreshPlugin(tx, who, input, plugin)
      report = result.report
      return result
    },
  )
  for (const key of keys) await deps.storage.remove(key)
  if (report) reportTakeover(deps, write.log, report)
  return project
}

/** @throws InvalidInputError for a licence other than that of the repository. */
function checkLicense({ license }: Pick<Create, 'license'>): void {
  if (license) throw new InvalidInputError('license: a plugin has that of its repository')
}

const whoOf = ({ uid, now, token, publisherId }: Write) => ({
  uid,
  kind: 'plugin' as const,
  now,
  token,
  publisherId,
})
