'use client'

import { useRouter } from 'next/navigation'
import { useLocale } from 'next-intl'
import { showMessage } from '#lib/browser/message-store.ts'
import type { Refused } from '#lib/browser/fetch-api.ts'
import { fetchCall } from '#lib/creator/fetch-call-client.ts'
import type { DraftSaver } from '#lib/creator/draft-saver-client.ts'
import { buildRequest, type PublishRequest } from '#lib/creator/request.ts'
import type { SavedProject, CreatorValues } from '#lib/creator/values.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import type { FormOptions } from './form-types.ts'

type Options = Pick<FormOptions, 'kind' | 'edited'> & {
  base: SavedProject | null
  saver: DraftSaver
}
/** What became of a publication; the form has reported why it is invalid. */
export type PublishOutcome = 'published' | 'invalid' | Refused

/** Publishes the form, then opens what follows a publication, or the page of an edited project. */
export function usePublish({ kind, edited, base, saver }: Options) {
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
async function write(request: PublishRequest, { kind, edited, base, saver }: Options) {
  const { key } = saver
  if (!edited) return fetchCall('create', { kind, body: request }, { key })
  const body = { ...request, id: edited.id }
  const match = base?.revision
  const written = await fetchCall('update', { kind, body }, { key, match })
  if (written.ok || written.reason !== 'other_request') return written
  return fetchCall('update', { kind, body }, { key: crypto.randomUUID(), match })
}
