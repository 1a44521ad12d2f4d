'use client'

import { useLocale } from 'next-intl'
import { useEffect, useEffectEvent, useState } from 'react'
import { showMessage } from '#lib/browser/message-store.ts'
import {
  type DraftForm,
  readUnsaved,
  sendLocalDrafts,
  sendUnsaved,
} from '#lib/creator/draft-client.ts'
import { DraftSaver, type DraftState } from '#lib/creator/draft-saver-client.ts'
import { fetchCall } from '#lib/creator/fetch-call.ts'
import type { FieldName } from '#lib/creator/fields.ts'
import { changedFields } from '#lib/creator/merge.ts'
import type { CreatorValues } from '#lib/creator/values.ts'
import { localePath } from '#lib/i18n/path.ts'
import { NEW_DRAFT, paths } from '#lib/paths.ts'
import { useErrorMessages } from './use-error-messages-client.ts'
import type { CreatorForm, FormOptions } from './form-types.ts'
import type { Conflicts } from './use-conflicts-client.ts'
import { type RefusedSession, useSignInAgain } from './use-sign-in-again-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

type Options = Pick<FormOptions, 'uid' | 'kind' | 'edited' | 'shown'> & {
  form: CreatorForm
  /** Values that the server has rendered, and as they are now. */
  start: CreatorValues
  values: CreatorValues
  typed: FieldName[]
  conflicts: Conflicts
}

/** Saves the form as a draft while it is typed. */
export function useDraft(options: Options) {
  const { shown, values, typed, conflicts } = options
  const [{ of, saver }] = useState(() => startSaving(options))
  const [state, setState] = useState<DraftState>({
    id: shown.draft?.id ?? null,
    isSaving: false,
    problem: null,
  })
  const merge = useEffectEvent(conflicts.mergeDraft)
  useEffect(() => {
    saver.listen({
      onState: (next) => {
        setState(next)
        nameInAddress(next.id)
      },
      onStale: (states) => merge(states),
    })
    nameInAddress(shown.draft?.id ?? null)
    return saveOnLeaving(saver)
  }, [saver, shown.draft])
  const typedNow = useEffectEvent(() => typed)
  useEffect(() => saver.change(values, typedNow()), [saver, values])
  useEffect(() => saver.hold(conflicts.isOpen), [saver, conflicts.isOpen])
  const isTakenUp = useLeft(of, saver, options)
  return {
    ...state,
    saver,
    isRestored: shown.draft !== null || isTakenUp,
    onSignedOut: useSignedOut(saver, state.id),
    startOver: useStartOver(of, saver, state.id),
  }
}

function startSaving({ uid, kind, edited, shown, start }: Options) {
  const based = edited && { id: edited.id, revision: edited.revision, base: shown.base ?? {} }
  const of: DraftForm = { uid, kind, edited: based }
  const { draft, key } = shown
  return { of, saver: new DraftSaver({ form: of, draft, key, saved: start }) }
}

/** Saves at once when the page is left or shown again, and when there is a connection again. */
function saveOnLeaving(saver: DraftSaver): () => void {
  const flush = () => void saver.flush()
  addEventListener('online', flush)
  document.addEventListener('visibilitychange', flush)
  return () => {
    removeEventListener('online', flush)
    document.removeEventListener('visibilitychange', flush)
    flush()
    saver.listen(null)
  }
}

/** The address of the page names its draft, so that a reload shows it. */
function nameInAddress(id: string | null) {
  const url = new URL(location.href)
  if (id === null || url.searchParams.get('draft') === id) return
  url.searchParams.set('draft', id)
  history.replaceState(null, '', url)
}

/** Takes up what this tab could not save, and drafts that release 0.1 left in the browser. @returns whether it did. */
function useLeft(of: DraftForm, saver: DraftSaver, { shown, form }: Options): boolean {
  const locale = useLocale()
  const [isTakenUp, setTakenUp] = useState(false)
  const take = useEffectEvent(async () => {
    const unsaved = readUnsaved(of)
    const isOfAnother = shown.draft !== null && unsaved?.key !== shown.key
    if (unsaved && isOfAnother) await sendUnsaved(of, unsaved)
    if (unsaved && !isOfAnother) {
      saver.resume(unsaved.key)
      for (const name of changedFields(unsaved.saved, unsaved.values)) {
        form.setValue(name, unsaved.values[name], { shouldDirty: true })
      }
      form.setValue('facts', unsaved.values.facts)
      setTakenUp(true)
    }
    const local = await sendLocalDrafts(of)
    if (local === null || shown.draft || unsaved) return
    location.replace(localePath(locale, formPage(of, local)))
  })
  // After this render: it changes fields of the form.
  useEffect(() => queueMicrotask(() => void take()), [])
  return isTakenUp
}

const formPage = ({ kind, edited }: DraftForm, id: string) =>
  paths.draft({ kind, id, project_id: edited?.id })

/** What happens when the session has ended: nothing that is typed may be lost on the way to sign-in. */
function useSignedOut(saver: DraftSaver, id: string | null) {
  const t = useFormMessages('creator.saving')
  const signInAgain = useSignInAgain()
  return (end: RefusedSession) => {
    if (!saver.isKept) return showMessage({ message: t('signInElsewhere'), color: 'danger' })
    // The page is to show what is in the tab afterwards, and no other draft.
    nameInAddress(id ?? NEW_DRAFT)
    signInAgain(end)
  }
}

/** Deletes the draft and opens an empty form. */
function useStartOver(of: DraftForm, saver: DraftSaver, id: string | null) {
  const locale = useLocale()
  const describe = useErrorMessages()
  return async () => {
    const deleted = id === null ? null : await fetchCall('discardForm', { id })
    if (deleted && !deleted.ok && deleted.code !== 404) {
      return showMessage({ message: describe('unavailable'), color: 'danger' })
    }
    saver.end()
    location.replace(localePath(locale, formPage(of, NEW_DRAFT)))
  }
}
