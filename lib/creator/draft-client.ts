import { z } from 'zod'
import { readJson, storedKeys, writeText } from '#lib/browser/storage.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { fetchCall } from './fetch-call.ts'
import { draftOf } from './draft.ts'
import { localDraftKey } from './draft-store-client.ts'
import type { UploadedFile } from './form-file.ts'
import type { FieldName } from './fields.ts'
import type { PlainState } from './plain-form.ts'
import {
  allFiles,
  type SavedProject,
  savedProjectSchema,
  type CreatorValues,
  valuesSchema,
} from './values.ts'

/** Files of a form that its project does not have. */
export function newFilesOf(values: CreatorValues, base: SavedProject | null): UploadedFile[] {
  const published = new Set(base ? allFiles(base.values).map(({ id }) => id) : [])
  return allFiles(values).filter(({ id }) => !published.has(id))
}

/** The form of a draft: account, kind, and the edited project with what the edit is based on. */
export type DraftForm = { uid: string; kind: Kind; edited: PlainState['edited'] }

/** The content of a draft, and what is kept beside it. @param typed fields that no file or repository filled in, if known. */
export function toDraft(form: Omit<DraftForm, 'uid'>, values: CreatorValues, typed?: FieldName[]) {
  const { kind, edited } = form
  const state = { kind, edited, values, errors: [], conflict: null, isReview: false, typed }
  return { content: state satisfies PlainState, ...draftOf(state) }
}

/** What a tab has not saved yet, under the key of its draft; `saved` is what the server has. */
const unsavedSchema = z.object({ key: z.string(), values: valuesSchema, saved: valuesSchema })
export type Unsaved = z.infer<typeof unsavedSchema>

const nameOf = ({ kind, edited }: DraftForm) => (edited ? `${kind}-${edited.id}` : kind)
const unsavedKey = (form: DraftForm) => localDraftKey(form.uid, nameOf(form))

/** What this tab typed last time and could not save: before a reload, without connection, after the end of the session. */
export const readUnsaved = (form: DraftForm): Unsaved | null =>
  readJson(unsavedKey(form), (value) => unsavedSchema.safeParse(value).data, 'session')

/** @returns whether the browser accepted it. */
export const writeUnsaved = (form: DraftForm, unsaved: Unsaved | null): boolean =>
  writeText(unsavedKey(form), unsaved && JSON.stringify(unsaved), 'session')

/** A draft that release 0.1 left in local storage: one for each tab of a form. */
const localDraftSchema = z.object({
  savedAt: z.number(),
  values: valuesSchema,
  base: savedProjectSchema.nullable(),
})

/**
 * Sends the drafts of a form that are in local storage, and removes them there. Each has a key of its own, so that two
 * tabs send it once.
 * @returns the id of the newest.
 */
export async function sendLocalDrafts(form: DraftForm): Promise<string | null> {
  const found = storedKeys(`${unsavedKey(form)}:`).flatMap((name) => {
    const draft = readJson(name, (value) => localDraftSchema.safeParse(value).data)
    return draft ? [{ name, ...draft }] : []
  })
  let newest: string | null = null
  for (const { name, savedAt, values, base } of found.toSorted((a, b) => a.savedAt - b.savedAt)) {
    const edited = form.edited && { ...form.edited, revision: base?.revision, base: {} }
    const key = `local-${savedAt}-${name.at(-1)}`
    const body = { ...toDraft({ ...form, edited }, values), key, uid: form.uid }
    const sent = await fetchCall('keepForm', { body })
    if (!sent.ok) continue
    writeText(name, null)
    newest = sent.data.id
  }
  return newest
}

/** Sends what a tab typed into another draft of the form. */
export async function sendUnsaved(form: DraftForm, { key, values }: Unsaved): Promise<void> {
  const body = { ...toDraft(form, values), key, uid: form.uid }
  const sent = await fetchCall('keepForm', { body })
  if (sent.ok) writeUnsaved(form, null)
}
