import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { ensureProcessState, getProcessState } from '#lib/process-state.ts'
import { withoutSpare } from '#lib/limits/buffer-pool.ts'
import type { SharedCache } from './shared.ts'
import { count } from '#lib/telemetry/registry.ts'
import { currentScope, position, type RequestScope } from './state.ts'
import { cacheStores } from './stores.ts'
import { isOutdated, newStored, RULES, stateOf, type Stored } from './validity.ts'

/*
 * Answers of the backend that pages are made of. An answer has the tags of its call and of the projects in it; it is not used once one of
 * them has expired since it was asked for. The server sets up the shared cache before the framework's bundles, which are module graphs of
 * their own, load this module.
 */

/** Size of all answers in bytes, as JSON. */
const ANSWERS_MAX_BYTES = 16 * 1024 * 1024
/** Of searches, whose number visitors decide: they push out no other answer. They are used for 15 s, in which two processors answer some 350 new ones of 10 kB. */
const SEARCHES_MAX_BYTES = 4 * 1024 * 1024
/** Estimate of the objects and tags of an answer. */
const ANSWER_OVERHEAD_BYTES = 512

/** `json` in UTF-8: a string with one curly quote takes twice the memory. */
type Answer = Stored & { json: Buffer }
type Reading = { began: number; answer: Promise<Answer> }
/** `searches` are of this process alone; the others are shared with other processes. */
export type AnswerStore = 'answers' | 'searches'
type State = Record<AnswerStore, LRUCache<string, Answer>> & { readings: Map<string, Reading> }

declare module '#lib/process-state.ts' {
  interface ProcessState {
    answerStores: State
    sharedCache: SharedCache
  }
}

const createStore = (maxSize: number) =>
  new LRUCache<string, Answer>({
    maxSize,
    sizeCalculation: ({ json, tags }, key) =>
      json.length + key.length + tags.join().length + ANSWER_OVERHEAD_BYTES,
  })

const state = ensureProcessState('answerStores', () => ({
  answers: createStore(ANSWERS_MAX_BYTES),
  searches: createStore(SEARCHES_MAX_BYTES),
  readings: new Map(),
}))

for (const name of ['answers', 'searches'] as const) {
  const store = state[name]
  cacheStores.set(name, {
    maxBytes: store.maxSize,
    bytes: () => store.calculatedSize,
    size: () => store.size,
    *entries() {
      for (const [key, answer] of store.entries()) {
        const { json, tags, begunAt } = answer
        const now = Date.now()
        const found = stateOf(answer, RULES[name], now)
        yield { key, tags, bytes: json.length, age: now - begunAt, state: found }
      }
    },
    remove: (key) => store.delete(key),
  })
}

export type AnswerRules<T> = {
  key: string
  /** Tags that are known before the answer. */
  tags: readonly string[]
  /** Tags of what is in the answer. */
  tagsOf: (value: T) => readonly string[]
  lifetimeMs: number
  /** `answers` by default. */
  store?: AnswerStore | undefined
}

/** Of JSON that `read` has checked. */
type Value = ReturnType<typeof JSON.parse>
/** Values that a response has read: a page asks for some answers again, for its metadata. */
const values = new WeakMap<RequestScope, Map<Answer, Value>>()

/**
 * An answer of the cache of this process or of another one, or of `read`, which concurrent callers share. The page in progress gets its
 * tags and its age. All its reads of one answer return the same object, which must not be changed.
 * @throws what `read` throws, which is not stored.
 */
export async function readAnswer<T>(rules: AnswerRules<T>, read: () => Promise<T>): Promise<T> {
  // Before the answer: what changes while it is on its way outdates the page.
  noteTags(rules.tags, rules.lifetimeMs)
  const found = find(rules)
  if (found) note(rules, 'hit')
  const answer = found ?? (await share(rules, read))
  noteTags(answer.tags, rules.lifetimeMs)
  const scope = currentScope()
  if (!scope) return valueOf(answer)
  scope.oldestRead = Math.min(scope.oldestRead ?? answer.begunAt, answer.begunAt)
  const known = values.get(scope) ?? new Map<Answer, Value>()
  values.set(scope, known)
  if (!known.has(answer)) known.set(answer, valueOf(answer))
  return known.get(answer)
}

const valueOf = ({ json }: Answer): Value => JSON.parse(json.toString())

/** Removes all answers, for tests. */
export function clearAnswers(): void {
  state.answers.clear()
  state.searches.clear()
  state.readings.clear()
}

function find<T>({ key, store = 'answers' }: AnswerRules<T>): Answer | undefined {
  const answer = state[store].get(key)
  if (!answer) return undefined
  // Of a search, an edit may change more than the projects in its answer: which others it finds.
  const isFromBefore =
    store === 'searches' && currentScope()?.isForAuthor && answer.began < position()
  if (!isFromBefore && stateOf(answer, RULES[store], Date.now()) === 'fresh') return answer
  state[store].delete(key)
  return undefined
}

/** Joins a reading that no change has outdated, or begins one. */
async function share<T>(rules: AnswerRules<T>, read: () => Promise<T>): Promise<Answer> {
  const { key, store = 'answers' } = rules
  const known = state.readings.get(key)
  // What is in the answer is not known yet: any change may be of it.
  if (known && known.began === position()) {
    note(rules, 'hit')
    return known.answer
  }
  const reading: Reading = { began: position(), answer: make(rules, position(), read) }
  state.readings.set(key, reading)
  try {
    const answer = await reading.answer
    const stored = state[store].peek(key)
    const isNewest = stored === undefined || stored.began <= answer.began
    if (isNewest && !isOutdated(answer)) state[store].set(key, answer)
    return answer
  } finally {
    if (state.readings.get(key) === reading) state.readings.delete(key)
  }
}

async function make<T>(
  rules: AnswerRules<T>,
  began: number,
  read: () => Promise<T>,
): Promise<Answer> {
  const { key, tags, tagsOf, lifetimeMs, store = 'answers' } = rules
  const shared = store === 'answers' ? getProcessState('sharedCache') : undefined
  const found = await shared?.read(sharedKey(key))
  const about = aboutSchema.safeParse(found?.about).data
  if (found && about && Date.now() - about.begunAt <= lifetimeMs) {
    note(rules, 'shared')
    const { body, tags: shown, began: trueAt } = found
    const { begunAt } = about
    return newStored({
      json: withoutSpare(body),
      tags: shown,
      began: trueAt,
      begunAt,
      freshUntil: begunAt + lifetimeMs,
    })
  }
  note(rules, 'miss')
  const begunAt = Date.now()
  const value = await read()
  const answer = newStored({
    json: withoutSpare(Buffer.from(JSON.stringify(value))),
    tags: [...new Set([...tags, ...tagsOf(value)])],
    began,
    begunAt,
    freshUntil: begunAt + lifetimeMs,
  })
  const { json: body, tags: shown } = answer
  // No reader waits for it.
  void shared?.write(sharedKey(key), { tags: shown, began, lifetimeMs, about: { begunAt }, body })
  return answer
}

const aboutSchema = z.object({ begunAt: z.number() })
/** The key of an answer in the shared cache, which has pages too. */
export const sharedKey = (key: string): string => `answer ${key}`

/** Counts how an answer was found, by the call, with which its key begins. */
function note({ key }: AnswerRules<never>, result: 'hit' | 'shared' | 'miss'): void {
  count('keystrip_answer_requests_total', [key.split(' ', 1)[0] ?? '', result])
}

/** Tells the page in progress what it is made of (server/render-page.ts). */
function noteTags(tags: readonly string[], lifetimeMs: number): void {
  const page = currentScope()?.page
  if (!page) return
  for (const tag of tags) page.tags.add(tag)
  page.lifetimeS = Math.min(page.lifetimeS, lifetimeMs / 1000)
}
