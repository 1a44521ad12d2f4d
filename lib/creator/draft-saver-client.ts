import type { KeptForm } from '#lib/contract/kept-form.ts'
import { type CallResult, fetchCall } from './fetch-call.ts'
import { type DraftForm, toDraft, writeUnsaved } from './draft-client.ts'
import type { FieldName } from './fields.ts'
import { isUnchanged } from './merge.ts'
import { plainStateSchema } from './plain-form.ts'
import type { CreatorValues } from './values.ts'

/** Pause after a change before it is saved, in ms. */
const PAUSE_MS = 1_500
/** Time until a save without an answer is repeated, in ms. */
const RETRY_MS = 10_000
/** Saves in a row, each after another tab has changed the draft. */
const ROUNDS_MAX = 5

/** Why a draft is not saved; `null`: it is, or there is none. */
type Problem = 'offline' | 'signedOut' | 'full' | 'large' | 'notKept' | 'published' | null
export type DraftState = { id: string | null; isSaving: boolean; problem: Problem }

type Start = {
  form: DraftForm
  /** The draft as the page has loaded it, and its idempotency key. */
  draft: Pick<KeptForm, 'id' | 'revision'> | null
  key: string
  saved: CreatorValues
}
type Listener = {
  onState: (state: DraftState) => void
  /** Another tab has changed the draft. @returns the merged values; `null` if the creator has to choose first. */
  onStale: (states: { base: CreatorValues; theirs: CreatorValues }) => CreatorValues | null
}

/** Saves a draft while it is typed: one request at a time, each on top of the last. */
export class DraftSaver {
  #form: DraftForm
  #draft: Start['draft']
  #key: string
  #saved: CreatorValues
  #current: CreatorValues
  #typed: FieldName[] = []
  #listener: Listener | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | null = null
  #problem: Problem = null
  #isHeld = false
  #isOver = false
  /** Whether the tab keeps what is not saved. */
  #isRemembered = true

  constructor({ form, draft, key, saved }: Start) {
    this.#form = form
    this.#draft = draft
    this.#key = key
    this.#saved = saved
    this.#current = saved
  }

  /** The `Idempotency-Key` that the draft is published with. */
  get key(): string {
    return this.#key
  }
  /** Whether nothing is lost when the page is left. */
  get isKept(): boolean {
    return this.#isRemembered || !this.#isUnsaved
  }

  /** The draft, if it has what the form has. */
  get savedId(): string | null {
    return this.#isUnsaved || this.#isOver ? null : (this.#draft?.id ?? null)
  }

  listen(listener: Listener | null) {
    this.#listener = listener
  }

  /** Goes on with a draft that this tab could not save. */
  resume(key: string) {
    this.#key = key
  }

  /** Takes the values of the form, and saves them after a pause. @param typed as of `toDraft`. */
  change(values: CreatorValues, typed: FieldName[]) {
    this.#current = values
    this.#typed = typed
    if (!this.#isUnsaved) return
    this.#remember({ key: this.#key, values, saved: this.#saved })
    if (this.#isHeld) return
    this.#report(true, this.#problem)
    this.#schedule(PAUSE_MS)
  }

  /** Saves nothing until the creator has chosen between two changes. */
  hold(isOpen: boolean) {
    this.#isHeld = isOpen
    if (!isOpen && this.#isUnsaved) this.#schedule(PAUSE_MS)
  }

  /** Saves what is not saved yet. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    if (!this.#isUnsaved && !this.#running) return
    this.#running ??= this.#drain().finally(() => {
      this.#running = null
    })
    await this.#running
  }

  /** Ends saving: the draft was published or deleted. */
  end() {
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#remember(null)
  }

  /** Ends saving, and reports that the draft has become a project elsewhere. */
  endAsPublished() {
    this.end()
    this.#draft = null
    this.#report(false, 'published')
  }

  get #isUnsaved(): boolean {
    const [current, saved] = [this.#current, this.#saved]
    if (this.#isOver || current === saved) return false
    return current.facts !== saved.facts || !isUnchanged(current, saved)
  }

  #schedule(ms: number) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), ms)
  }

  #remember(unsaved: Parameters<typeof writeUnsaved>[1]) {
    this.#isRemembered = writeUnsaved(this.#form, unsaved)
  }

  #report(isSaving: boolean, problem: Problem) {
    this.#problem = problem
    this.#listener?.onState({ id: this.#draft?.id ?? null, isSaving, problem })
  }

  async #drain() {
    let problem: Problem | 'again' = 'again'
    for (let round = 0; round < ROUNDS_MAX && problem === 'again'; round += 1) {
      if (!this.#isUnsaved || this.#isHeld) break
      this.#report(true, this.#problem)
      problem = (await this.#save()) ?? 'again'
    }
    if (!this.#isUnsaved) this.#remember(null)
    if (problem === 'again') this.#report(this.#isUnsaved, null)
    else this.#report(false, problem)
  }

  /** Saves once. @returns why that failed; `again` if it has to be tried with what the server has. */
  async #save(): Promise<Problem | 'again'> {
    const draft = this.#draft
    const sent = this.#current
    const result = await this.#send(draft, sent)
    if (result.ok) {
      this.#draft = result.data
      this.#saved = sent
      return null
    }
    if (draft && result.reason === 'stale') return this.#follow(draft.id)
    if (draft && result.code === 404) return this.#recreate()
    const problem = problemOf(result)
    if (problem === 'published') this.#isOver = true
    // The backend leaves drafts out.
    if (problem === 'notKept') this.#isHeld = true
    if (problem === 'offline') this.#schedule((result.wait ?? 0) * 1000 || RETRY_MS)
    return problem
  }

  #send(draft: Start['draft'], values: CreatorValues): Promise<CallResult<KeptForm>> {
    const body = toDraft(this.#form, values, this.#typed)
    const options = { keepalive: document.visibilityState === 'hidden' }
    if (draft) {
      const match = draft.revision
      return fetchCall('changeForm', { id: draft.id, body }, { ...options, match })
    }
    const { uid } = this.#form
    return fetchCall('keepForm', { body: { ...body, key: this.#key, uid } }, options)
  }

  /** The draft was deleted elsewhere while it was changed here. */
  #recreate(): 'again' {
    this.#draft = null
    return 'again'
  }

  /** Merges what another tab has saved. */
  async #follow(id: string): Promise<Problem | 'again'> {
    const found = await fetchCall('keptForm', { id })
    if (!found.ok && found.code === 404) return this.#recreate()
    const theirs = found.ok ? plainStateSchema.safeParse(found.data.content).data : undefined
    if (!found.ok || !theirs) {
      this.#schedule(RETRY_MS)
      return 'offline'
    }
    const base = this.#saved
    this.#draft = { id, revision: found.data.revision }
    this.#saved = theirs.values
    const merged = this.#listener?.onStale({ base, theirs: theirs.values })
    if (merged) this.#current = merged
    else this.#isHeld = true
    return 'again'
  }
}

function problemOf({ code, reason }: { code: number; reason: string | null }): Problem {
  if (reason === 'too_many_drafts') return 'full'
  if (reason === 'other_request') return 'published'
  if (code === 401) return 'signedOut'
  if (code === 413) return 'large'
  return code === 404 || code === 405 || code === 501 ? 'notKept' : 'offline'
}
