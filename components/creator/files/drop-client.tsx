'use client'

import { type ReactNode, useState } from 'react'

type Props = {
  accept: string
  label: string
  button: string
  isMultiple?: boolean
  /** Ids of its description, and whether its value is invalid. */
  describedBy?: string | undefined
  isInvalid?: boolean
  isRequired?: boolean
  onFiles: (files: File[]) => void
  children?: ReactNode
}

/** A drop area with a button that opens the file chooser. */
export function Drop({
  accept,
  label,
  button,
  isMultiple,
  describedBy,
  isInvalid = false,
  isRequired,
  ...rest
}: Props) {
  const { onFiles, children } = rest
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
      className={`space-y-3 rounded-card border border-dashed p-4 transition ${isInvalid ? 'border-danger' : isOver ? 'border-accent bg-accent-soft' : 'border-line-control'}`}
    >
      {children}
      <div className="flex flex-wrap items-center gap-3">
        <label className="inline-flex h-10 cursor-pointer items-center rounded-key border border-line-strong bg-surface-1 px-4 text-sm font-medium focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus hover:bg-surface-2">
          {button}
          <input
            type="file"
            accept={accept}
            multiple={isMultiple}
            aria-label={label}
            aria-describedby={describedBy}
            required={isRequired}
            aria-invalid={isInvalid}
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
