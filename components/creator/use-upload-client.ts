'use client'

import { useRef, useState } from 'react'
import type { FileNote } from '#lib/contract/file-note.ts'
import { type Kind, KIND_TABLE } from '#lib/contract/kind.ts'
import type { Crop, FileState, Inside } from '#lib/contract/publish.ts'
import { waitUntilReady } from '#lib/creator/file-state-client.ts'
import { faultOfFile, type Kept } from '#lib/creator/form.ts'
import { type Progress, uploadFile } from '#lib/creator/upload-client.ts'
import type { Answer } from './refusal.ts'
import { useReportUpload } from './pending-uploads-client.tsx'
import type { FileFault } from './words.ts'

export type Sending = {
  name: string
  progress: Progress | null
  fault: FileFault | null
  /** What exactly is wrong with it. */
  note?: FileNote | undefined
  /** What the server answered, where no fault of a file is named. */
  answer?: Answer
  /** The file is taken, and its drawings are being prepared. */
  prepared?: FileState
}
type Options = {
  kind: Kind
  purpose: 'project' | 'cover' | 'gallery'
  maxBytes: number
  /** @param inside what a container says of itself. */
  onTaken: (kept: Kept, inside: Inside | undefined) => void
  onEnded: (message: string) => void
}

/** One file on its way: checked before a byte is sent, with progress, cancelled or tried again. */
export function useUpload({ kind, purpose, maxBytes, onTaken, onEnded }: Options) {
  const [sending, setSending] = useState<Sending | null>(null)
  useReportUpload(purpose, sending)
  const last = useRef<{ file: File; crop: Crop | undefined } | null>(null)
  const controller = useRef<AbortController | null>(null)

  /** @returns whether the file was taken. */
  async function send(file: File, crop?: Crop): Promise<boolean> {
    last.current = { file, crop }
    const name = nameOf(file, purpose === 'project' ? KIND_TABLE[kind].fileEnding : null)
    controller.current?.abort()
    const fault = faultOfFile(
      { name, size: file.size, type: file.type },
      { kind, purpose, maxBytes },
    )
    setSending({ name, progress: null, fault })
    if (fault) return false
    controller.current = new AbortController()
    const { signal } = controller.current
    const onProgress = (progress: Progress) => setSending({ name, progress, fault: null })
    const sent = await uploadFile({ file, name, crop, purpose, onProgress, signal })
    // Another file has taken its place meanwhile.
    if (signal.aborted) return false
    setSending(null)
    if (sent?.ok) {
      const { id, size, warnings, isRewritten } = sent
      onTaken({ id, name: sent.name, size, alt: '', warnings, isRewritten }, sent.inside)
      if (sent.state === 'working') void prepare(sent.id, name, signal)
      return true
    }
    if (sent?.code === 401) onEnded(sent.message)
    else if (sent) setSending({ name, progress: null, ...refusalOf(sent) })
    return false
  }

  async function prepare(id: string, name: string, signal: AbortSignal) {
    const show = (prepared: FileState) =>
      setSending({ name, progress: null, fault: null, prepared })
    show({ state: 'working', done: 0, total: 0 })
    await waitUntilReady(id, (state) => signal.aborted || show(state), signal)
    if (!signal.aborted) setSending(null)
  }

  return {
    sending,
    send,
    cancel: () => {
      controller.current?.abort()
      setSending(null)
    },
    retry: () => {
      if (last.current) void send(last.current.file, last.current.crop)
    },
  }
}

/** An archive that is still called `.zip` is one of the form's kind; what is in it decides. */
const nameOf = ({ name }: File, ending: string | null) =>
  ending === null ? name : name.replace(/\.zip$/i, ending)

const KNOWN: readonly FileFault[] = [
  'too_large',
  'wrong_type',
  'bad_archive',
  'bad_image',
  'costly_image',
  'disk_full',
  'quota_full',
  'busy',
]

function refusalOf({ note, ...answer }: Answer & { note?: FileNote | undefined }) {
  const fault = KNOWN.find((one) => one === answer.reason)
  return fault ? { fault, note } : { fault: 'unavailable' as const, answer }
}
