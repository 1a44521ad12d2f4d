import { max } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Database } from '#backend/db/connect.ts'
import { changes, searchDocuments } from '#backend/db/tables.ts'
import type { QueryToken } from '#backend/text/tokens.ts'
import { correctTokens, lookUpTokens } from './expand-tokens.ts'
import type { ExpandedToken } from './expanded-token.ts'
import { tiersOf } from './tiers.ts'

/** Terms whose expansion is kept, each of a few kilobytes. */
const KEPT_MAX = 200
/** The index of an old catalogue is built without changes being recorded: kept no longer than this, in ms. */
const KEPT_MS = 5000

/** What a term may match, looked up when it is first asked for. */
export type Expansion = {
  /** The tokens, with corrections of those that are in no document. */
  tokens: () => Promise<ExpandedToken[]>
  /** The same for a term without matches. */
  corrected: () => Promise<ExpandedToken[]>
  /** Whether the tokens have a match without filters. */
  hasMatch: () => Promise<boolean>
}

const kept = new WeakMap<Database, LRUCache<string, Expansion>>()

/**
 * The expansion of a term. A search asks for its results, its numbers and its icons in calls of their own, which share the
 * work: it is kept for the revision of the catalogue, so that a change that was acknowledged to a caller is in it.
 */
export async function expandTerm(
  db: Database,
  q: string,
  tokens: QueryToken[],
): Promise<Expansion> {
  if (tokens.length === 0) return createExpansion(db, { q, tokens })
  // Changes commit in the order of their ids (services/change/changes.ts).
  const [newest] = await db.select({ id: max(changes.id) }).from(changes)
  const key = `${newest?.id ?? 0} ${q}`
  let expansions = kept.get(db)
  if (!expansions) {
    expansions = new LRUCache<string, Expansion>({ max: KEPT_MAX, ttl: KEPT_MS })
    kept.set(db, expansions)
  }
  const known = expansions.get(key)
  if (known) return known
  const forget = () => expansions.delete(key)
  const expansion = createExpansion(db, { q, tokens, onFailure: forget })
  expansions.set(key, expansion)
  return expansion
}

type Term = { q: string; tokens: QueryToken[]; onFailure?: () => void }

function createExpansion(db: Database, { q, tokens, onFailure }: Term): Expansion {
  const lookedUp = once(() => lookUpTokens(db, tokens), onFailure)
  const expanded = once(async () => correctTokens(db, await lookedUp()), onFailure)
  return {
    tokens: expanded,
    corrected: once(
      async () => correctTokens(db, await lookedUp(), { isUnmatched: true }),
      onFailure,
    ),
    hasMatch: once(async () => hasMatch(db, q, await expanded()), onFailure),
  }
}

/** Does the work when it is first asked for, and gives everybody its result. */
function once<T>(work: () => Promise<T>, onFailure = () => {}): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => {
    if (!result) {
      result = work()
      result.catch(onFailure)
    }
    return result
  }
}

/** Whether a term has a match without filters. */
export async function hasMatch(db: Database, q: string, tokens: ExpandedToken[]): Promise<boolean> {
  const tiers = tiersOf(q, tokens)
  if (!tiers) return q === ''
  const documents = db.select({ id: searchDocuments.projectId }).from(searchDocuments)
  return (await documents.where(tiers.any.condition).limit(1)).length > 0
}
