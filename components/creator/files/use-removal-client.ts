'use client'

import { useEffect, useRef } from 'react'
import { announce } from '#lib/browser/announcement-store.ts'
import type { UploadedFile } from '#lib/creator/form-file.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

/**
 * Removes a file of a list. The focus moves to the next one, to the last one if it was the last, or to the
 * file chooser.
 */
export function useRemoval(
  files: UploadedFile[],
  /** What is announced. */
  message: 'removed' | 'packageRemoved',
  onChange: (files: UploadedFile[]) => void,
) {
  const t = useFormMessages('creator.announce')
  const fieldRef = useRef<HTMLFieldSetElement>(null)
  const removed = useRef<number | null>(null)
  useEffect(() => {
    const { current: at } = removed
    removed.current = null
    if (at === null || !fieldRef.current) return
    const buttons = fieldRef.current.querySelectorAll<HTMLElement>('[data-remove]')
    const next = buttons[Math.min(at, buttons.length - 1)]
    ;(next ?? fieldRef.current.querySelector<HTMLElement>('input[type=file]'))?.focus()
  })
  function remove(at: number) {
    removed.current = at
    announce(t(message, { count: files.length - 1 }))
    onChange(files.toSpliced(at, 1))
  }
  return { fieldRef, remove }
}
