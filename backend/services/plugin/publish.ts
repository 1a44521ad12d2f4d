import type { z } from 'zod'
import type { Project } from '#lib/contract/project.ts'
import type { createRequestSchema, updateRequestSchema } from '#lib/contract/publish.ts'
import { isHigher } from '#lib/contract/version.ts'
import type { Transaction } from '#backend/db/connect.ts'
import { BadRequest, HttpError } from '#backend/http/errors.ts'
import { lockOwn } from '#backend/services/project/own.ts'
import { createProject, type Facts, updateProject } from '#backend/services/project/publish.ts'
import type { Found } from './check.ts'
import { keepProof, proofOf } from './ownership.ts'
import { lockPlugin, taken } from './taken.ts'
import { moveTo, type Moved } from './transfer.ts'

type Create = z.infer<typeof createRequestSchema>
type Update = z.infer<typeof updateRequestSchema>
type Who = { uid: string; kind: 'plugin'; now: Date }
type Done = { project: Project; keys: string[]; moved: Moved | null }

/**
 * Publishes a plugin: version, release and licence as its repository says, everything else as wished.
 * Whoever proves that the repository is theirs takes the place of a publication whose author cannot.
 * @throws HttpError 409 (`plugin_taken`), 400 (`version_unknown`); as `createProject`.
 */
export async function publishPlugin(
  tx: Transaction,
  who: Who,
  wish: Create,
  found: Found,
): Promise<Done> {
  checkVersion(wish.version, found.versions)
  const before = await lockPlugin(tx, found)
  const proof = await proofOf(tx, found, who)
  await keepProof(tx, found, { ...who, proof })
  const facts = { ...factsOf(found), ownerProof: proof }
  if (!before) {
    const project = await createProject(tx, who, { ...wish, ...facts })
    return { project, keys: [], moved: null }
  }
  const isFree =
    before.authorUid !== who.uid && before.hiddenAt === null && proof !== null
      ? (await proofOf(tx, found, { uid: before.authorUid, now: who.now })) === null
      : false
  if (!isFree) throw taken(before)
  // A version that is out stays: what the repository says now may be lower.
  const { version, ...rest } = wish
  const isKept = version !== before.version && !isHigher(version, before.version)
  return moveTo(tx, who, before, {
    ...rest,
    ...(!isKept && { version }),
    ...facts,
    id: before.id,
  })
}

/**
 * Changes one's own plugin after a look at its repository, whose release it takes.
 * @throws HttpError 409 (`other_plugin`, `plugin_taken`), 400 (`version_unknown`); as `updateProject`.
 */
export async function refreshPlugin(
  tx: Transaction,
  who: Who,
  wish: Update,
  found: Found,
): Promise<Done> {
  const same = await lockPlugin(tx, found)
  const before = await lockOwn(tx, { ...who, id: wish.id })
  const isKnown = before.repositoryId !== null && before.manifestId !== null
  if (isKnown && same?.id !== before.id) {
    throw new HttpError(409, 'The repository holds another plugin.', 'other_plugin')
  }
  if (same && same.id !== before.id) throw taken(same)
  const offered = isHigher(found.facts.version, before.version)
    ? found.facts.version
    : before.version
  const version = wish.version ?? offered
  checkVersion(version, [...found.versions, before.version])
  const proof = await proofOf(tx, found, who)
  await keepProof(tx, found, { ...who, proof })
  const facts = { ...factsOf(found), ownerProof: proof }
  const updated = await updateProject(tx, who, { ...wish, version, ...facts })
  return { ...updated, moved: null }
}

/**
 * What is changed of a plugin without a look at its repository: not its version, and not where it is.
 * @throws HttpError 409 (`version_unchecked`).
 */
export function withoutRelease({ version, ...wish }: Update, before: Project): Update {
  if (version !== undefined && version !== before.version) {
    const message = 'A plugin has another version once its repository was looked at again.'
    throw new HttpError(409, message, 'version_unchecked')
  }
  const { owner: _, repository_url: __, ...rest } = wish
  return rest
}

/** Whether a change of a plugin needs a look at its repository. */
export function needsLook(wish: Update, before: Project): boolean {
  const differs = (a: string | null | undefined, b: string | null | undefined) =>
    typeof a === 'string' && a.toLowerCase() !== b?.toLowerCase()
  return (
    wish.refresh === true ||
    differs(wish.repository_url, before.repository_url) ||
    differs(wish.owner, before.owner)
  )
}

/** @throws BadRequest where a plugin names no repository. */
export function repositoryNamed(wish: {
  owner?: string | null | undefined
  repository_url?: string | null | undefined
}): { owner: string | undefined; repository_url: string } {
  if (!wish.repository_url) throw new BadRequest('repository_url: a plugin has a repository')
  return { owner: wish.owner ?? undefined, repository_url: wish.repository_url }
}

function checkVersion(version: string, allowed: string[]): void {
  if (allowed.includes(version)) return
  const versions = [...new Set(allowed)].join(', ')
  const message = `The repository does not say version ${version}, but ${versions}.`
  throw new HttpError(400, message, 'version_unknown', {
    details: { versions },
    fields: ['version'],
  })
}

const factsOf = ({ repository, manifestId, facts }: Found): Facts & { repository_url: string } => ({
  owner: repository.owner,
  repository_url: repository.url,
  license: repository.license,
  release: facts.release ?? null,
  repositoryId: repository.id,
  manifestId,
})
