import 'server-only'
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { CODE_OK, type Envelope } from '#lib/contract/envelope.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { fileStateSchema } from '#lib/contract/publish.ts'
import type { PlainState } from '#lib/creator/plain-form.ts'
import type { PostedParts } from '#lib/creator/posted.ts'
import type { PublishRequest } from '#lib/creator/request.ts'
import { ensureProcessState } from '#lib/process-state.ts'
import type { Caller } from './caller.ts'

/** How long the drawings of a new file are waited for, and the pause between questions; in ms. */
const READY_MS = 10_000
const PAUSE_MS = 400
/** How long the answer to a published form is remembered, in ms, and how many are. */
const REMEMBERED_MS = 600_000
const REMEMBERED_MAX = 300

declare module '#lib/process-state.ts' {
  interface ProcessState {
    /** Answers to forms by submission. */
    plainForms: LRUCache<string, Promise<Envelope>>
  }
}

type Options = {
  kind: Kind
  edited: PlainState['edited']
  request: PublishRequest
  key: string | undefined
  submission: string | null
  /** Called with the answer of each write. */
  onAnswer: (answer: Envelope) => Promise<void>
}

/**
 * Identifies a submission by its account, idempotency key, texts and files. The backend's key does not
 * suffice: a form that is sent twice, for example by a double click, uploads its files twice.
 */
export function submissionId(
  uid: string | undefined,
  key: string | undefined,
  { fields, files }: PostedParts,
): string | null {
  if (uid === undefined || key === undefined) return null
  const names = [...files].map(([field, all]) => [field, all.map(({ name, size }) => [name, size])])
  return createHash('sha256')
    .update(JSON.stringify([uid, key, [...fields], names]))
    .digest('base64url')
}

const answers = () =>
  ensureProcessState('plainForms', () => new LRUCache({ max: REMEMBERED_MAX, ttl: REMEMBERED_MS }))

/** The answer to the same submission, if it was published before or is being published. */
export async function findAnswer(submission: string | null): Promise<Envelope | null> {
  const answer = submission === null ? null : await answers().get(submission)
  return answer?.code === CODE_OK ? answer : null
}

/** Publishes a validated form. Drawings that are being prepared are waited for. */
export function publish(caller: Caller, options: Options): Promise<Envelope> {
  const { submission } = options
  const answer = write(caller, options)
  if (submission !== null) answers().set(submission, answer)
  return answer
}

async function write(caller: Caller, options: Options): Promise<Envelope> {
  const first = await writeOnce(caller, options)
  const id = options.request.file_id
  if (first.reason !== 'not_ready' || id === undefined) return first
  await untilReady(caller, id)
  return writeOnce(caller, options)
}

async function writeOnce(
  caller: Caller,
  { kind, edited, request, key, onAnswer }: Options,
): Promise<Envelope> {
  const answer = edited
    ? await caller.call(
        'update',
        { kind, body: { ...request, id: edited.id } },
        { key, match: edited.revision },
      )
    : await caller.call('create', { kind, body: request }, { key })
  await onAnswer(answer)
  return answer
}

/** Waits until a file is prepared, or for `READY_MS`. */
export async function untilReady(caller: Caller, id: string): Promise<void> {
  const end = performance.now() + READY_MS
  while (performance.now() < end) {
    const { data } = await caller.call('fileState', { id })
    if (fileStateSchema.safeParse(data).data?.state !== 'working') return
    await sleep(PAUSE_MS)
  }
}
