'use client'

import { type ReactNode, useId, useState } from 'react'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { useErrorMessages } from '#components/creator/form/use-error-messages-client.ts'
import { FieldNote } from '#components/ui/field-note.tsx'
import type { CallResult } from '#lib/creator/fetch-call.ts'
import { uploadErrorOf } from '#lib/creator/check-file.ts'
import type { ErrorMessage } from '#lib/creator/messages.ts'

type Props = {
  title: string
  help?: string
  isBusy: boolean
  /** Why the last choice was refused. */
  error: string | null
  className: string
  children: ReactNode
}

/** A group of choices that the server makes, and why it has refused the last one. */
export function AskedChoice({ title, help, isBusy, error, className, children }: Props) {
  const id = useId()
  return (
    <div
      role="group"
      aria-labelledby={id}
      aria-busy={isBusy}
      className={`rounded-card border border-line bg-surface-1 ${className}`}
    >
      <div>
        <p id={id} className="text-sm font-medium">
          {title}
        </p>
        {help !== undefined && <p className="text-sm text-content-muted">{help}</p>}
      </div>
      {children}
      <div role="alert">{error && <FieldNote id={`${id}-note`} error={error} />}</div>
    </div>
  )
}

const errorOfUpload = (reason: string | null): ErrorMessage =>
  uploadErrorOf(reason) ?? 'unavailable'

/** Asks the server for one choice at a time. */
export function useAsking<Choice>(errorOf = errorOfUpload) {
  const { onSignedOut } = useCreatorForm()
  const describe = useErrorMessages()
  const [asked, setAsked] = useState<Choice | null>(null)
  const [error, setError] = useState<string | null>(null)
  /** @returns what was answered; `null` while another choice is asked for, and where it was refused. */
  async function ask<T>(choice: Choice, request: () => Promise<CallResult<T>>): Promise<T | null> {
    if (asked !== null) return null
    setAsked(choice)
    setError(null)
    const answer = await request()
    setAsked(null)
    if (answer.ok) return answer.data
    if (answer.code === 401) onSignedOut(answer)
    else setError(describe(errorOf(answer.reason), answer.details))
    return null
  }
  return { ask, asked, error }
}
