import 'server-only'
import { expireTags, follower } from '#lib/cache/state.ts'
import { tags, tagsOfChange } from '#lib/cache/tags.ts'
import type { CallName } from '#lib/contract/calls.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { kindSchema } from '#lib/contract/kind.ts'
import type { FreshRequest } from '#lib/contract/operator.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { tellPeers } from './peers.ts'

/**
 * Makes fresh, in this process, what shows a project: the next request for any such page is rendered
 * anew; pages that do not show it stay as they are.
 */
export function freshen(changed: FreshRequest): void {
  if ('everything' in changed) return expireTags([tags.catalogue])
  const { kind, id } = changed
  if (id === undefined) return expireTags([tags.kind(kind)])
  expireTags(tagsOfChange({ kind, id, author: changed.author, isNew: changed.is_new }))
}

/** What a call of the contract did: `data` of its answer, or that nobody knows whether it was done. */
type Call = { name: CallName; url: URL; data: unknown; isUncertain?: boolean }

/** Makes fresh what a call of the contract changed or may have changed, here and in the peers. */
export function makeFresh(call: Call): void {
  const changed = changedBy(call)
  if (!changed) return
  // Which projects an account had, and what a call without an answer did, the backend knows better;
  // expiring all of it would let anybody empty the cache.
  const isExact = !('everything' in changed) && changed.id !== undefined && !call.isUncertain
  const following = follower()
  following?.poke()
  if (following && !isExact) return
  freshen(changed)
  tellPeers(changed)
}

function changedBy({ name, url, data, isUncertain = false }: Call): FreshRequest | null {
  if (name === 'deleteAccount') return { everything: true }
  if (name !== 'create' && name !== 'update' && name !== 'remove' && name !== 'yank') return null
  const [path, named = null] = url.pathname.slice(API_BASE.length + 1).split('/')
  const kind = kindSchema.safeParse(path).data
  if (!kind) return null
  const project = projectSchema.safeParse(data).data
  const id = project?.id ?? named ?? url.searchParams.get('id')
  // Which project it was stood in the body of the call, and no answer came.
  if (id === null) return isUncertain ? { kind } : null
  return { kind, id, author: project?.author.name, is_new: name === 'create' }
}
