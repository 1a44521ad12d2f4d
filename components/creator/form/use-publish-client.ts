'use client'

import { useRouter } from 'next/navigation'
import { useLocale } from 'next-intl'
import { useRef, useState } from 'react'
import { showMessage } from '#lib/browser/message-store.ts'
import type { Refused } from '#lib/browser/call-api.ts'
import { type Base, removeDraft, type Slot } from '#lib/creator/draft-client.ts'
import { call } from '#lib/creator/call-client.ts'
import { buildRequest, type PublishRequest } from '#lib/creator/request.ts'
import type { Values } from '#lib/creator/values.ts'
import { localePath } from '#lib/i18n/path.ts'
import { pages } from '#lib/paths.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import type { FormOptions } from './use-project-form-client.ts'

type Options = FormOptions & {
  base: Base | null
  slot: Slot | null
  onRefused: (refused: Refused) => Promise<void>
}

/** Publishes the form, then opens what follows a publication, or the page of an edited project. */
export function usePublish(options: Options) {
  const { kind, edited, slot, onRefused } = options
  const done = useFormMessages('creator.done')
  const router = useRouter()
  const locale = useLocale()
  const send = useIdempotentWrite(options)
  const [isSending, setSending] = useState(false)
  const isBusy = useRef(false)

  /** @returns whether it was published. */
  async function publishOnce(values: Values): Promise<boolean> {
    const request = buildRequest(values, kind, { isEdit: edited !== null })
    if (!request.success) return false
    const written = await send(request.data)
    if (!written.ok) {
      await onRefused(written)
      return false
    }
    if (slot) removeDraft(slot.key)
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

/** Sends equal content with an equal idempotency key: a retry after a lost answer publishes once. */
function useIdempotentWrite({ kind, edited, base }: Options) {
  const last = useRef<{ content: string; key: string } | null>(null)
  return (request: PublishRequest) => {
    const match = base?.revision
    const content = JSON.stringify([request, match])
    if (last.current?.content !== content) last.current = { content, key: crypto.randomUUID() }
    const { key } = last.current
    return edited
      ? call('update', { kind, body: { ...request, id: edited.id } }, { key, match })
      : call('create', { kind, body: request }, { key })
  }
}
