'use client'

import { useFormatter } from 'next-intl'
import { useRef } from 'react'
import { announce } from '#lib/browser/announcement-store.ts'
import type { UploadedFile } from '#lib/creator/form-file.ts'
import { createProgressSteps } from '#lib/creator/progress-steps.ts'
import type { Progress } from '#lib/creator/upload-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

/** Announces an upload: its start, some of its progress, and its end. A failure is an alert. */
export function useUploadAnnouncements() {
  const t = useFormMessages('creator')
  const format = useFormatter()
  const steps = useRef(createProgressSteps(0))
  return {
    begin(name: string) {
      steps.current = createProgressSteps(Date.now())
      announce(t('announce.uploading', { name }))
    },
    progress(name: string, { sent, total }: Progress) {
      const share = total > 0 ? steps.current(sent / total, Date.now()) : null
      if (share === null) return
      const percent = format.number(share, { style: 'percent' })
      announce(t('announce.progress', { name, percent }))
    },
    uploaded(name: string, { warnings }: UploadedFile) {
      announce(t('announce.uploaded', { name }))
      if (warnings && warnings.length > 0) announce(t('fileIssue.title'))
    },
    ready: (name: string) => announce(t('announce.ready', { name })),
    cancelled: (name: string) => announce(t('announce.cancelled', { name })),
  }
}
