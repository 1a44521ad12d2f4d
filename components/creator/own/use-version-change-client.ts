import { useRouter } from 'next/navigation'
import { useState } from 'react'
import {
  VERSION_CHANGES,
  VERSION_DONE,
  type ButtonChange,
} from '#lib/own-projects/project-outcome.ts'
import { showMessage } from '#lib/browser/message-store.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { changeVersionRequestSchema, discardVersionQuerySchema } from '#lib/contract/publish.ts'
import { fetchCall } from '#lib/creator/fetch-call.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { useWriteRefused } from '#components/creator/form/use-refusal-message-client.ts'

export type VersionRef = { kind: Kind; id: string; version: string }

/** Changes a version of one's own project and shows the outcome. */
export function useVersionChange({ kind, id, version }: VersionRef) {
  const t = useFormMessages('creator.versions')
  const router = useRouter()
  const showRefused = useWriteRefused()
  const [isPending, setPending] = useState(false)

  /** @returns false for a reason that is too long. */
  async function send(change: ButtonChange, reason?: string): Promise<boolean> {
    if (isPending) return true
    const write = writeOf(change, reason)
    if (!write) return false
    setPending(true)
    const written = await write()
    setPending(false)
    if (!written.ok) {
      showRefused(written)
      return true
    }
    showMessage({ message: t(VERSION_DONE[change], { version }) })
    router.refresh()
    return true
  }
  /** `null` for a reason that is too long. */
  function writeOf(change: ButtonChange, reason?: string) {
    const place = { kind, id, version }
    if (change === 'discarded') {
      const query = discardVersionQuerySchema.safeParse({ reason })
      return query.success ? () => fetchCall('discardVersion', { ...place, ...query.data }) : null
    }
    const body = changeVersionRequestSchema.safeParse({ ...VERSION_CHANGES[change], reason })
    return body.success ? () => fetchCall('changeVersion', { ...place, body: body.data }) : null
  }
  return { isPending, send }
}
