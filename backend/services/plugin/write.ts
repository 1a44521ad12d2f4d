import type { Logger } from 'pino'
import { z } from 'zod'
import { type Project, projectSchema } from '#lib/contract/project.ts'
import type {
  createRequestSchema,
  GithubCheck,
  updateRequestSchema,
} from '#lib/contract/publish.ts'
import type { Parts } from '#backend/context.ts'
import type { Database } from '#backend/db/connect.ts'
import { NotFound } from '#backend/http/errors.ts'
import { getProject } from '#backend/services/project/get.ts'
import type { Own } from '#backend/services/project/own.ts'
import { updateProject } from '#backend/services/project/publish.ts'
import { once } from '#backend/services/write/once.ts'
import { checkPlugin, type Found } from './check.ts'
import { proofLine, proofOf } from './ownership.ts'
import {
  needsLook,
  publishPlugin,
  refreshPlugin,
  repositoryNamed,
  withoutRelease,
} from './publish.ts'
import { publishedAs } from './taken.ts'
import { type Moved, tellOfTransfer } from './transfer.ts'

type Create = z.infer<typeof createRequestSchema>
type Update = z.infer<typeof updateRequestSchema>
type Write = { uid: string; key: string | undefined; request: unknown; now: Date; log: Logger }
/** A change, with the revision that it started from where it says so. */
type Change = Write & Pick<Own, 'match'>

const doneSchema = z.object({ project: projectSchema, keys: z.array(z.string()) })

/** What a repository says, and whose it is, for whoever wants to publish it. */
export async function checkFor(
  db: Database,
  found: Found,
  who: { uid: string; now: Date },
): Promise<GithubCheck> {
  const { uid } = who
  const [proof, proof_line, published] = await Promise.all([
    proofOf(db, found, who),
    proofLine(db, found.repository.id, uid),
    publishedAs(db, found, uid),
  ])
  return { ...found.facts, proof, proof_line, published }
}

/**
 * `POST /plugin`: GitHub is asked before the transaction begins.
 * @throws as `checkPlugin` and `publishPlugin`.
 */
export async function createPlugin(parts: Parts, write: Write, wish: Create): Promise<Project> {
  const found = await checkPlugin(parts.github, repositoryNamed(wish), write.now)
  let moved: Moved | null = null
  const done = await once(parts.db, { ...write, answer: doneSchema }, async (tx) => {
    const published = await publishPlugin(tx, whoOf(write), wish, found)
    // Not in the answer that is kept: sent again, the write tells nobody a second time.
    moved = published.moved
    return published
  })
  for (const key of done.keys) await parts.storage.remove(key)
  if (moved) tellOfTransfer(parts, write.log, moved)
  return done.project
}

/**
 * `PUT /plugin`: GitHub is asked only where the wish says so, or names another repository.
 * @throws NotFound also for somebody else's, before GitHub is asked; as `refreshPlugin`.
 */
export async function changePlugin(parts: Parts, write: Change, wish: Update): Promise<Project> {
  const { db } = parts
  const before = await getProject(db, 'plugin', wish.id)
  if (before.author.uid !== write.uid) throw new NotFound()
  const asked = { ...before, ...wish }
  const found = needsLook(wish, before)
    ? await checkPlugin(parts.github, repositoryNamed(asked), write.now)
    : null
  const who = { ...whoOf(write), match: write.match }
  const { project, keys } = await once(db, { ...write, answer: doneSchema }, (tx) =>
    found
      ? refreshPlugin(tx, who, wish, found)
      : updateProject(tx, who, withoutRelease(wish, before)),
  )
  for (const key of keys) await parts.storage.remove(key)
  return project
}

const whoOf = ({ uid, now }: Write) => ({ uid, kind: 'plugin' as const, now })
