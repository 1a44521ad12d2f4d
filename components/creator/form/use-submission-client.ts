'use client'

import { useLocale } from 'next-intl'
import { type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { announce } from '#lib/browser/announcement-store.ts'
import { showMessage } from '#lib/browser/message-store.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { fieldOfError } from '#lib/creator/field-error.ts'
import { validate, type ValidationContext } from '#lib/creator/validate.ts'
import type { FieldName } from '#lib/creator/fields.ts'
import type { Values } from '#lib/creator/values.ts'
import { formatList } from '#lib/i18n/format.ts'
import { CONFLICT_ID } from './conflict-notice-client.tsx'
import { focusField } from './focus-field-client.ts'
import type { Pending, PendingUploads } from '#components/creator/files/pending-uploads-client.tsx'
import type { InvalidFields } from './use-invalid-fields-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import type { CreatorForm } from './form-types.ts'
import type { Rebase } from './use-rebase-client.ts'

type Options = {
  kind: Kind
  form: CreatorForm
  context: ValidationContext
  uploads: PendingUploads
  rebase: Rebase
  invalid: InvalidFields
  publication: { isSending: boolean; publish: (values: Values) => Promise<void> }
}

/** The fields that a pending upload fills. */
const FIELDS_OF = {
  file: ['file'],
  packages: ['packages'],
  cover: ['cover'],
  gallery: ['gallery'],
  more: ['gallery'],
  drawn: ['cover', 'gallery'],
} as const satisfies Record<Pending['place'], readonly FieldName[]>

/** Submits the form: after a conflict is resolved, and as soon as pending uploads have finished. */
export function useSubmission(options: Options) {
  const { kind, form, context, uploads, rebase, invalid, publication } = options
  const t = useFormMessages('creator.saving')
  const locale = useLocale()
  const showError = (message: string) => showMessage({ message, color: 'danger' })
  async function publish() {
    let isInvalid = false
    await form.handleSubmit(publication.publish, () => {
      isInvalid = true
    })()
    if (isInvalid) invalid.report()
  }

  function showFailed({ name, place }: Pending) {
    showError(t('notUploaded', { name }))
    if (place !== 'more' && place !== 'drawn') focusField(place)
  }
  const waiting = useWaiting({
    uploads,
    onReady: () => void publish(),
    onFailed: showFailed,
    onCancelled: (names) => showError(t('wasCancelled', { name: formatList(names, locale) })),
  })

  /** A field whose upload is pending is not invalid. */
  function invalidFields() {
    const pending = new Set<string>(uploads.moving.flatMap(({ place }) => FIELDS_OF[place]))
    return validate(form.getValues(), kind, context)
      .map(fieldOfError)
      .filter((name) => !pending.has(name))
  }

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (publication.isSending || waiting.isWaiting) return
    if (rebase.isOpen) return document.getElementById(CONFLICT_ID)?.focus()
    if (uploads.failed) return showFailed(uploads.failed)
    if (uploads.moving.length === 0) return publish()
    const names = invalidFields()
    if (names.length > 0) {
      await form.trigger(names)
      return invalid.report()
    }
    waiting.start()
    announce(t('waitingHelp'))
  }
  return { submit, waiting }
}

type WaitingOptions = {
  uploads: PendingUploads
  /** All uploads have finished: the form can be sent. */
  onReady: () => void
  /** An upload failed or was cancelled: the form is not sent. */
  onFailed: (failed: Pending) => void
  onCancelled: (names: string[]) => void
}

/** Holds the form back until pending uploads have finished. */
function useWaiting({ uploads, ...on }: WaitingOptions) {
  const [isWaiting, setWaiting] = useState(false)
  const isHeld = useRef(false)
  const { moving, failed } = uploads
  const check = useEffectEvent(() => {
    if (!isHeld.current) return
    const cancelled = uploads.takeCancelled()
    if (!failed && cancelled.length === 0 && moving.length > 0) return
    stop()
    if (failed) on.onFailed(failed)
    else if (cancelled.length > 0) on.onCancelled(cancelled)
    else on.onReady()
  })
  useEffect(() => check(), [isWaiting, moving.length, failed])
  function stop() {
    isHeld.current = false
    setWaiting(false)
  }
  return {
    isWaiting,
    stop,
    start() {
      uploads.takeCancelled()
      isHeld.current = true
      setWaiting(true)
    },
  }
}
