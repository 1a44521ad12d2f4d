'use client'

import { useRouter } from 'next/navigation'
import { useLocale } from 'next-intl'
import { type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { announce } from '#lib/browser/announcement-store.ts'
import { showMessage } from '#lib/browser/message-store.ts'
import { fetchCall, type Refused } from '#lib/creator/fetch-call.ts'
import type { DraftSaver } from '#lib/creator/draft-saver-client.ts'
import { fieldOfError } from '#lib/creator/field-error.ts'
import {
  buildRequest,
  type PublishRequest,
  validate,
  type ValidationContext,
} from '#lib/creator/request.ts'
import type { FieldName } from '#lib/creator/fields.ts'
import type { SavedProject, CreatorValues } from '#lib/creator/values.ts'
import { formatList } from '#lib/i18n/format.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { CONFLICT_ID } from './conflict-notice-client.tsx'
import { focusField } from './focus-field-client.ts'
import type { Pending, PendingUploads } from '#components/creator/files/pending-uploads-client.tsx'
import type { InvalidFields } from './use-invalid-fields-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import type { CreatorForm, FormOptions } from './form-types.ts'
import type { Conflicts } from './use-conflicts-client.ts'

type Saving = Pick<FormOptions, 'kind' | 'edited'> & {
  base: SavedProject | null
  saver: DraftSaver
}
type Options = Saving & {
  form: CreatorForm
  context: ValidationContext
  uploads: PendingUploads
  conflicts: Conflicts
  invalid: InvalidFields
  onRefused: (refused: Refused) => Promise<void>
}

/** The fields that a pending upload fills. */
function fieldsOf({ place }: Pending): readonly FieldName[] {
  if (place === 'drawn') return ['cover', 'gallery']
  return [place === 'more' ? 'gallery' : place]
}

/** Submits the form: after a conflict is resolved, and as soon as pending uploads have finished. */
export function useSubmission(options: Options) {
  const { form, kind, context, uploads, conflicts, invalid } = options
  const { moving, failed } = uploads
  const t = useFormMessages('creator.saving')
  const locale = useLocale()
  const { isSending, send } = useSending(options)

  async function publish() {
    let isInvalid = false
    await form.handleSubmit(send, () => {
      isInvalid = true
    })()
    if (isInvalid) invalid.report()
  }

  const showError = (message: string) => showMessage({ message, color: 'danger' })
  function showFailed({ name, place }: Pending) {
    showError(t('notUploaded', { name }))
    if (place !== 'more' && place !== 'drawn') focusField(place)
  }
  const waiting = useWaiting(uploads, (cancelled) => {
    if (failed) showFailed(failed)
    else if (cancelled.length === 0) void publish()
    else showError(t('wasCancelled', { name: formatList(cancelled, locale) }))
  })

  /** A field whose upload is pending is not invalid. */
  function invalidFields() {
    const pending = new Set<string>(moving.flatMap(fieldsOf))
    return validate(form.getValues(), kind, context)
      .map(fieldOfError)
      .filter((name) => !pending.has(name))
  }

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (isSending || waiting.isWaiting) return
    if (conflicts.isOpen) return document.getElementById(CONFLICT_ID)?.focus()
    if (failed) return showFailed(failed)
    if (moving.length === 0) return publish()
    const names = invalidFields()
    if (names.length > 0) {
      await form.trigger(names)
      return invalid.report()
    }
    waiting.start()
    announce(t('waitingHelp'))
  }
  return { isSending, submit, isWaiting: waiting.isWaiting, stopWaiting: waiting.stop }
}

/**
 * Holds the form back until pending uploads have finished.
 * @param onEnd called then, and when an upload has failed or was cancelled, with the names of the cancelled ones.
 */
function useWaiting(
  { moving, failed, ...uploads }: PendingUploads,
  onEnd: (cancelled: string[]) => void,
) {
  const [isWaiting, setWaiting] = useState(false)
  const isHeld = useRef(false)
  const check = useEffectEvent(() => {
    if (!isHeld.current) return
    const cancelled = uploads.takeCancelled()
    if (!failed && cancelled.length === 0 && moving.length > 0) return
    stop()
    onEnd(cancelled)
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

/** Sends valid values, one request at a time. */
function useSending({ onRefused, ...saving }: Saving & Pick<Options, 'onRefused'>) {
  const publish = usePublish(saving)
  const [isSending, setSending] = useState(false)
  const isBusy = useRef(false)
  async function send(values: CreatorValues) {
    if (isBusy.current) return
    isBusy.current = true
    setSending(true)
    let isDone = false
    try {
      const publication = await publish(values)
      isDone = publication === 'published'
      if (typeof publication !== 'string') await onRefused(publication)
    } finally {
      // After a success it stays busy: opening the project's page may take a moment.
      isBusy.current = isDone
      setSending(isDone)
    }
  }
  return { isSending, send }
}

/** What became of a publication; the form has reported why it is invalid. */
type PublishOutcome = 'published' | 'invalid' | Refused

/** Publishes the form, then opens what follows a publication, or the page of an edited project. */
function usePublish({ kind, edited, base, saver }: Saving) {
  const done = useFormMessages('creator.done')
  const router = useRouter()
  const locale = useLocale()
  return async (values: CreatorValues): Promise<PublishOutcome> => {
    const request = buildRequest(values, kind, {
      isEdit: edited !== null,
      published: base?.values,
    })
    if (!request.success) return 'invalid'
    // A reload while this is sent shows the draft, which is then sent again as it is now.
    await saver.flush()
    const written = await write(request.data, { kind, edited, base, saver })
    if (!written.ok) return written
    saver.end()
    const { id, held } = written.data
    const project = { kind, id }
    const message = held ? done('held') : done(edited ? 'edit' : 'upload', { kind })
    showMessage({ message, ...(held && { color: 'warning' }) })
    const next = edited ? paths.detail(project) : paths.published(project)
    const page = held === 'project' ? paths.hiddenProject(project) : next
    router.push(localePath(locale, page))
    return 'published'
  }
}

/**
 * Sends the form with the idempotency key of its draft: a new project is published once, also after a lost answer or a
 * reload. An edit that has been saved with the key is compared by its revision.
 */
async function write(request: PublishRequest, { kind, edited, base, saver }: Saving) {
  const { key } = saver
  if (!edited) return fetchCall('create', { kind, body: request }, { key })
  const body = { ...request, id: edited.id }
  const match = base?.revision
  const written = await fetchCall('update', { kind, body }, { key, match })
  if (written.ok || written.reason !== 'other_request') return written
  return fetchCall('update', { kind, body }, { key: crypto.randomUUID(), match })
}
