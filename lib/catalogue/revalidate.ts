import 'server-only'
import { cookies, headers } from 'next/headers'
import { setTimeout } from 'node:timers/promises'
import { untilFollowed, untilRead } from '#lib/cache/followers.ts'
import { JUST_CHANGED, JUST_CHANGED_S } from '#lib/cache/just-changed.ts'
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
  const { author } = changed
  const effect = changed.is_new ? 'membership' : 'removal'
  const { tags: expiring, isSoft } = tagsOfChange({ kind, id, author, effect })
  expireTags(expiring, { isSoft })
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
const REMOVALS = new Set<CallName>([
  'remove',
  'discardVersion',
  'changeStatus',
  'deleteAccount',
  'decideReport',
  'undoReport',
  'decideHeld',
])

/**
 * Revalidates the pages that a call made stale, or may have. The change feed names them, and is read before the answer; without one this
 * process expires what it knows of, and notifies its peers. The browser's next pages show the change.
 */
export async function revalidateProject(changed: Changed): Promise<void> {
  const request = revalidateRequestFor(changed)
  if (!request) return
  await noteBrowser()
  if (!follower()) {
    expireChanged(request)
    notifyPeers(request)
  } else if (REMOVALS.has(changed.name)) await untilFollowed()
  else await untilRead()
}

/** Programs with a token of their own get no cookie. */
async function noteBrowser(): Promise<void> {
  if ((await headers()).has('authorization')) return
  const { name, value } = JUST_CHANGED
  const secure = env().SITE_URL.startsWith('https:')
  const cookie = {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
    maxAge: JUST_CHANGED_S,
  } as const
  ;(await cookies()).set(name, value, cookie)
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
