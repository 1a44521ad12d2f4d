'use client'

import { type ReactNode, useId, useState } from 'react'

type Props = {
  accept: string
  label: string
  button: string
  isMultiple?: boolean
  /** Ids of what says more of it, and whether it is at fault. */
  describedBy?: string | undefined
  isInvalid?: boolean
  onFiles: (files: File[]) => void
  children?: ReactNode
}

/** A place to drop files on, with a button for choosing them. */
export function Drop({
  accept,
  label,
  button,
  isMultiple,
  describedBy,
  isInvalid,
  ...rest
}: Props) {
  const { onFiles, children } = rest
  const id = useId()
  const [isOver, setOver] = useState(false)
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles([...event.dataTransfer.files])
      }}
      className={`space-y-3 rounded-card border border-dashed p-4 transition ${isInvalid ? 'border-danger' : isOver ? 'border-accent bg-accent-soft' : 'border-line-strong'}`}
    >
      {children}
      <div className="flex flex-wrap items-center gap-3">
        <label
          htmlFor={id}
          className="inline-flex h-10 cursor-pointer items-center rounded-key border border-line-strong bg-surface-1 px-4 text-sm font-medium focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus hover:bg-surface-2"
        >
          {button}
          <input
            id={id}
            type="file"
            accept={accept}
            multiple={isMultiple}
            aria-label={label}
            aria-describedby={describedBy}
            aria-invalid={isInvalid ? true : undefined}
            onChange={(event) => {
              onFiles([...(event.target.files ?? [])])
              event.target.value = ''
            }}
            className="sr-only"
          />
        </label>
      </div>
    </div>
  )
}
