'use client'

import { useRef, useState } from 'react'
import { useFormatter } from 'next-intl'
import type { FileIssue } from '#lib/contract/file/file-issue.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { Crop, FileState, ManifestSummary, Purpose } from '#lib/contract/publish.ts'
import { checkFile, toFileName, uploadErrorOf } from '#lib/creator/check-file.ts'
import { waitUntilReady } from '#lib/creator/file-state-client.ts'
import type { UploadedFile } from '#lib/creator/form-file.ts'
import type { UploadProgress } from '#lib/creator/upload-answer.ts'
import { uploadFile } from '#lib/creator/upload-client.ts'
import type { FileField } from '#lib/creator/plain-form.ts'
import { useReportUpload } from './pending-uploads-client.tsx'
import type { RefusedWrite } from '#lib/creator/refusal.ts'
import type { RefusedSession } from '#components/creator/form/use-sign-in-again-client.ts'
import type { Sending } from '#components/creator/form/form-types.ts'
import { announce } from '#lib/browser/announcement-store.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

type Options = {
  kind: Kind
  /** The field that the file is for. */
  field: FileField
  maxBytes: number
  /**
   * @param manifest what an archive declares.
   * @param cover a picture in it that is proposed as cover.
   */
  onTaken: (
    file: UploadedFile,
    manifest: ManifestSummary | undefined,
    cover: UploadedFile | undefined,
  ) => void
  onSignedOut: (end: RefusedSession) => void
}

/** One upload: checked before a byte is sent, with progress, cancelled or tried again. */
export function useUpload({ kind, field, maxBytes, onTaken, onSignedOut }: Options) {
  const purpose: Purpose = field === 'cover' || field === 'gallery' ? field : 'project'
  const [sending, setSending] = useState<Sending | null>(null)
  useReportUpload(field, sending)
  const announcements = useUploadAnnouncements()
  const last = useRef<{ file: File; crop: Crop | undefined } | null>(null)
  const controller = useRef<AbortController | null>(null)

  /** @returns whether the file was taken. */
  async function send(file: File, crop?: Crop): Promise<boolean> {
    last.current = { file, crop }
    const name = toFileName(file.name, kind, purpose)
    controller.current?.abort()
    const error = checkFile({ name, size: file.size, type: file.type }, { kind, purpose, maxBytes })
    setSending({ name, progress: null, error })
    if (error) return false
    announcements.begin(name)
    controller.current = new AbortController()
    const { signal } = controller.current
    const shown = showUpload({ name, signal, show: setSending, announcements })
    const input = { file, name, crop, purpose, ...shown, signal }
    const sent = await uploadFile(input)
    // Another file has replaced it meanwhile.
    if (signal.aborted) return false
    setSending(null)
    if (sent?.ok) {
      onTaken(sent.file, sent.manifest, sent.cover)
      announcements.uploaded(name, sent.file)
      if (sent.state === 'working') void prepare(sent.file.id, name, signal)
      return true
    }
    if (sent?.code === 401) onSignedOut(sent)
    else if (sent) setSending({ name, progress: null, ...toError(sent) })
    return false
  }

  async function prepare(id: string, name: string, signal: AbortSignal) {
    const show = (prepared: FileState) =>
      setSending({ name, progress: null, error: null, prepared })
    show({ state: 'working', done: 0, total: 0 })
    await waitUntilReady(id, (state) => signal.aborted || show(state), signal)
    if (signal.aborted) return
    setSending(null)
    announcements.ready(name)
  }

  return {
    sending,
    send,
    cancel: () => {
      controller.current?.abort()
      setSending(null)
      if (sending && !sending.error) announcements.cancelled(sending.name)
    },
    retry: () => last.current && void send(last.current.file, last.current.crop),
  }
}

type Shown = {
  name: string
  signal: AbortSignal
  show: (sending: Sending | ((before: Sending | null) => Sending | null)) => void
  announcements: ReturnType<typeof useUploadAnnouncements>
}

/** Shows the progress of an upload, and once each time that it waits for the connection. */
function showUpload({ name, signal, show, announcements }: Shown) {
  let isWaiting = false
  return {
    onProgress(progress: UploadProgress) {
      isWaiting = false
      show({ name, progress, error: null })
      announcements.progress(name, progress)
    },
    onWaiting() {
      if (signal.aborted || isWaiting) return
      isWaiting = true
      show((before) => before && { ...before, isWaiting: true })
      announcements.waiting(name)
    },
  }
}

function toError({ issue, ...answer }: RefusedWrite & { issue?: FileIssue | undefined }) {
  const error = uploadErrorOf(answer.reason)
  return error ? { error, issue } : { error: 'unavailable' as const, answer }
}

/** Announces an upload: its start, some of its progress, and its end. A failure is an alert. */
function useUploadAnnouncements() {
  const t = useFormMessages('creator')
  const format = useFormatter()
  const steps = useRef(createProgressSteps(0))
  return {
    begin(name: string) {
      steps.current = createProgressSteps(Date.now())
      announce(t('announce.uploading', { name }))
    },
    progress(name: string, { sent, total }: UploadProgress) {
      const share = total > 0 ? steps.current(sent / total, Date.now()) : null
      if (share === null) return
      const percent = format.number(share, { style: 'percent' })
      announce(t('announce.progress', { name, percent }))
    },
    uploaded(name: string, { warnings }: UploadedFile) {
      announce(t('announce.uploaded', { name }))
      if (warnings && warnings.length > 0) announce(t('fileIssue.title'))
    },
    waiting: (name: string) => announce(t('waiting', { name })),
    ready: (name: string) => announce(t('announce.ready', { name })),
    cancelled: (name: string) => announce(t('announce.cancelled', { name })),
  }
}

const STEPS = 4
/** Shortest time between two announcements of progress, in milliseconds. */
const INTERVAL_MS = 2000

/**
 * Returns a function that selects the progress to announce: quarters, and none within `INTERVAL_MS`
 * of the start or of the one before. It takes a share from 0 to 1 and a time in milliseconds and
 * returns the quarter that was reached, or `null`.
 */
export function createProgressSteps(start: number) {
  let reached = 0
  let last = start
  return (share: number, now: number): number | null => {
    const step = Math.floor(share * STEPS)
    if (step <= reached || step >= STEPS || now - last < INTERVAL_MS) return null
    reached = step
    last = now
    return step / STEPS
  }
}
