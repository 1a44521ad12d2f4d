'use client'

import { useEffect, useState } from 'react'
import { announce } from '#lib/browser/announcement-store.ts'
import type { CoverLook } from '#lib/contract/file/cover.ts'
import { call } from '#lib/creator/call-client.ts'
import { type UploadErrorCode, uploadErrorOf } from '#lib/creator/check-file.ts'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { useReportMore } from './pending-uploads-client.tsx'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

/** Pause in typing before the previews follow the title, in ms. */
const PAUSE_MS = 800

/** The title after a pause in typing: each one is another picture of previews. */
export function useSettledTitle(title: string): string {
  const [settled, setSettled] = useState(title)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(title), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [title])
  return settled
}

/** Asks the server for the pictures, one request at a time. @param shownTitle the title on the cover; empty for none. */
export function useDrawing(fileId: string, shownTitle: string) {
  const { values, takeDrawn, onSignedOut } = useCreatorForm()
  const t = useFormMessages('creator.draw')
  const [drawing, setDrawing] = useState<number | null>(null)
  const [error, setError] = useState<UploadErrorCode | null>(null)
  // The form is not sent before the pictures are there.
  useReportMore(drawing !== null, 'drawn')

  async function draw(look: CoverLook) {
    if (drawing !== null) return
    setDrawing(look.layout)
    setError(null)
    const body = shownTitle === '' ? look : { ...look, title: shownTitle }
    const answer = await call('drawCover', { id: fileId, body })
    setDrawing(null)
    if (answer.ok) {
      const title = values.title.trim()
      takeDrawn(answer.data, body, title === '' ? '' : t('coverAlt', { title }))
      return announce(t('done'))
    }
    if (answer.code === 401) return onSignedOut(answer)
    setError(uploadErrorOf(answer.reason) ?? 'unavailable')
  }
  return { draw, drawing, error }
}
