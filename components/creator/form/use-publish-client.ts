'use client'

import { useRouter } from 'next/navigation'
import { useLocale } from 'next-intl'
import { useRef, useState } from 'react'
import { showMessage } from '#lib/browser/message-store.ts'
import type { Refused } from '#lib/browser/call-api.ts'
import type { Base } from '#lib/creator/draft-client.ts'
import { call } from '#lib/creator/call-client.ts'
import { buildRequest, type PublishRequest } from '#lib/creator/request.ts'
import type { Values } from '#lib/creator/values.ts'
import { localePath } from '#lib/i18n/path.ts'
import { pages } from '#lib/paths.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import type { Draft } from './use-draft-client.ts'
import type { FormOptions } from './form-types.ts'

type Options = FormOptions & {
  base: Base | null
  draft: Draft
  onRefused: (refused: Refused) => Promise<void>
}

/** Publishes the form, then opens what follows a publication, or the page of an edited project. */
export function usePublish(options: Options) {
  const { kind, edited, base, draft, onRefused } = options
  const done = useFormMessages('creator.done')
  const router = useRouter()
  const locale = useLocale()
  const send = writerOf(options)
  const [isSending, setSending] = useState(false)
  const isBusy = useRef(false)

  /** @returns whether it was published. */
  async function publishOnce(values: Values): Promise<boolean> {
    const request = buildRequest(values, kind, {
      isEdit: edited !== null,
      published: base?.values,
    })
    if (!request.success) return false
    // A reload while this is sent shows the draft, which is then sent again as it is now.
    await draft.saver.flush()
    const written = await send(request.data)
    if (!written.ok) {
      await onRefused(written)
      return false
    }
    draft.saver.end()
    const { id, held } = written.data
    const project = { kind, id }
    const message = held ? done('held') : done(edited ? 'edit' : 'upload', { kind })
    showMessage({ message, ...(held && { color: 'warning' }) })
    const next = edited ? pages.detail(project) : pages.published(project)
    const page = held === 'project' ? pages.hiddenProject(project) : next
    router.push(localePath(locale, page))
    return true
  }

  async function publish(values: Values) {
    if (isBusy.current) return
    isBusy.current = true
    setSending(true)
    let isDone = false
    try {
      isDone = await publishOnce(values)
    } finally {
      // After a success it stays busy: opening the project's page may take a moment.
      isBusy.current = isDone
      setSending(isDone)
    }
  }
  return { isSending, publish }
}

/**
 * Sends the form with the idempotency key of its draft: a new project is published once, also after a lost answer or a
 * reload. An edit that has been saved with the key is compared by its revision.
 */
function writerOf({ kind, edited, base, draft }: Options) {
  return async (request: PublishRequest) => {
    const key = draft.saver.key
    if (!edited) return call('create', { kind, body: request }, { key })
    const update = (once: string) =>
      call(
        'update',
        { kind, body: { ...request, id: edited.id } },
        { key: once, match: base?.revision },
      )
    const written = await update(key)
    return !written.ok && written.reason === 'other_request' ? update(crypto.randomUUID()) : written
  }
}
