'use client'

import { useRef, useState } from 'react'
import type { Kind } from '#lib/contract/kind.ts'
import { faultOfFile, type Kept } from '#lib/creator/form.ts'
import { type Progress, uploadFile } from '#lib/creator/upload-client.ts'
import type { FileFault } from './words.ts'

export type Sending = { name: string; progress: Progress | null; fault: FileFault | null }
type Options = {
  kind: Kind
  purpose: 'project' | 'cover' | 'gallery'
  maxBytes: number
  onTaken: (kept: Kept) => void
  onEnded: (message: string) => void
}

/** One file on its way: checked before a byte is sent, with progress, cancelled or tried again. */
export function useUpload({ kind, purpose, maxBytes, onTaken, onEnded }: Options) {
  const [sending, setSending] = useState<Sending | null>(null)
  const last = useRef<File | null>(null)
  const controller = useRef<AbortController | null>(null)

  async function send(file: File): Promise<void> {
    last.current = file
    const { name } = file
    const fault = faultOfFile(file, { kind, purpose, maxBytes })
    setSending({ name, progress: null, fault })
    if (fault) return
    controller.current = new AbortController()
    const { signal } = controller.current
    const onProgress = (progress: Progress) => setSending({ name, progress, fault: null })
    const sent = await uploadFile({ file, purpose, onProgress, signal })
    if (sent === null) return setSending(null)
    if (sent.ok) {
      setSending(null)
      onTaken({ id: sent.id, name: sent.name, size: sent.size, alt: '' })
    } else if (sent.code === 401) onEnded(sent.message)
    else setSending({ name, progress: null, fault: faultOf(sent.reason) })
  }

  return {
    sending,
    send,
    cancel: () => {
      controller.current?.abort()
      setSending(null)
    },
    retry: () => {
      if (last.current) void send(last.current)
    },
  }
}

const KNOWN: readonly FileFault[] = [
  'too_large',
  'wrong_type',
  'bad_archive',
  'bad_image',
  'disk_full',
]

function faultOf(reason: string | null): FileFault {
  return KNOWN.find((fault) => fault === reason) ?? 'unavailable'
}
