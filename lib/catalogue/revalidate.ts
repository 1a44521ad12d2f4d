import 'server-only'
import { setTimeout } from 'node:timers/promises'
import { untilFollowed } from '#lib/cache/followers.ts'
import { expireTags, follower } from '#lib/cache/state.ts'
import { tags, tagsOfChange } from '#lib/cache/tags.ts'
import { authorProfileSchema } from '#lib/contract/author.ts'
import type { Call } from '#lib/contract/call.ts'
import { type CallName, CALLS } from '#lib/contract/calls.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import type { RevalidateRequest } from '#lib/contract/operator.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { env } from '#lib/env.ts'

/** Expires the cached pages of this process that show a changed project; other pages stay cached. */
export function expireChanged(changed: RevalidateRequest): void {
  if ('everything' in changed) return expireTags([tags.catalogue])
  if ('changed_author' in changed) return expireTags([tags.author(changed.changed_author)])
  const { kind, id } = changed
  if (id === undefined) return expireTags([tags.kind(kind)])
  expireTags(tagsOfChange({ kind, id, author: changed.author, isNew: changed.is_new }))
}

/** A call that changed something; `isUncertain` if no answer arrived. */
type Changed = {
  name: CallName
  params?: Record<string, string>
  query?: URLSearchParams
  /** `data` of the answer. */
  data?: unknown
  isUncertain?: boolean
}

/** Calls that take something away from visitors: their answer comes when no page shows it any more. */
const REMOVALS = new Set<CallName>(['remove', 'discardVersion', 'changeStatus', 'deleteAccount'])

/** Revalidates the pages that a call made stale, or may have, in this process and its peers. */
export async function revalidateProject(changed: Changed): Promise<void> {
  revalidate(changed)
  if (REMOVALS.has(changed.name)) await untilFollowed()
}

function revalidate(changed: Changed): void {
  const request = revalidateRequestFor(changed)
  if (!request) return
  // The backend has the projects of an account and whether an unanswered call was executed.
  // Expiring everything here would let any client empty the cache.
  const isKnown = 'changed_author' in request || ('id' in request && request.id !== undefined)
  const isExact = isKnown && !changed.isUncertain
  const following = follower()
  following?.poke()
  if (following && !isExact) return
  expireChanged(request)
  notifyPeers(request)
}

function revalidateRequestFor(changed: Changed): RevalidateRequest | null {
  const { revalidates, method }: Call = CALLS[changed.name]
  if (revalidates === undefined) return null
  if (revalidates === 'catalogue') return { everything: true }
  if (revalidates === 'author') {
    const author = authorProfileSchema.safeParse(changed.data).data
    return author ? { changed_author: author.name } : null
  }
  const kind = kindSchema.safeParse(changed.params?.kind).data
  if (!kind) return null
  const project = projectSchema.safeParse(changed.data).data
  const id = project?.id ?? changed.params?.id ?? changed.query?.get('id')
  // The id was in the body of a call that got no answer.
  if (id === undefined || id === null) return changed.isUncertain ? { kind } : null
  return { kind, id, author: project?.author.name, is_new: method === 'post' }
}

/** Delays before each attempt, in milliseconds: a restarting peer is back within them. */
const WAITS_MS = [0, 200, 500, 1_000, 3_000, 10_000]
const TIMEOUT_MS = 1_000

/**
 * Notifies the site's other web processes (`WEB_PEERS`) of a change, with several attempts each.
 * Returns at once; a peer that never answers shows the change when its pages expire.
 */
function notifyPeers(changed: RevalidateRequest): void {
  for (const peer of env().WEB_PEERS) void tell(peer, changed)
}

async function tell(peer: string, changed: RevalidateRequest): Promise<void> {
  const { INTERNAL_SECRET, SITE_URL } = env()
  if (INTERNAL_SECRET === undefined) return
  for (const wait of WAITS_MS) {
    await setTimeout(wait, undefined, { ref: false })
    const answer = await fetch(`${peer}/api/revalidate`, {
      method: 'POST',
      cache: 'no-store',
      redirect: 'error',
      headers: {
        authorization: `Bearer ${INTERNAL_SECRET}`,
        'content-type': 'application/json',
        origin: new URL(SITE_URL).origin,
      },
      body: JSON.stringify(changed),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => null)
    if (answer?.status === 204) return
  }
}
