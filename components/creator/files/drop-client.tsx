'use client'

import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { inputId } from '#components/creator/form/focus-field-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { Button } from '#components/ui/button.tsx'
import { type FileField, intentProps, keptInputs } from '#lib/creator/plain-form.ts'
import type { UploadedFile } from '#lib/creator/form-file.ts'

type ChooserProps = {
  name: FileField
  accept: string
  label: string
  button: string
  isMultiple?: boolean
  /** Ids of its description, and whether its value is invalid. */
  describedBy?: string | undefined
  isInvalid: boolean
  isRequired: boolean
  onFiles: (files: File[]) => void
}
type Props = ChooserProps & {
  /** Shown while there is no file. */
  hint?: string | undefined
  /** Files of the field that are on the server: they are posted with the form. */
  files: readonly UploadedFile[]
  children?: ReactNode
}

/** A drop area with a button that opens the file chooser. Without scripts the form posts what is chosen. */
export function Drop({ hint, files, children, ...chooser }: Props) {
  const { name, isInvalid, onFiles } = chooser
  const t = useFormMessages('creator')
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
      {files.map((file, at) => (
        <input
          key={file.id || at}
          type="hidden"
          name={keptInputs(name, at).kept}
          value={JSON.stringify(file)}
        />
      ))}
      {children}
      {hint !== undefined && <p className="needs-script text-sm text-content-muted">{hint}</p>}
      <div className="flex flex-wrap items-center gap-3">
        <Chooser {...chooser} />
        <noscript>
          <Button {...intentProps('read')} variant="secondary">
            {t('read')}
          </Button>
        </noscript>
      </div>
    </div>
  )
}

function Chooser({ button, label, describedBy, onFiles, ...props }: ChooserProps) {
  const { name, accept, isMultiple = false, isInvalid, isRequired } = props
  const chooser = useRef<HTMLInputElement>(null)
  function take(input: HTMLInputElement) {
    const chosen = [...(input.files ?? [])]
    input.value = ''
    if (chosen.length > 0) onFiles(chosen)
  }
  // What was chosen before the scripts ran.
  const takeEarly = useEffectEvent(() => chooser.current && take(chooser.current))
  useEffect(() => {
    takeEarly()
  }, [])
  return (
    <label className="file-choice">
      <span>{button}</span>
      <input
        ref={chooser}
        type="file"
        id={inputId(name)}
        name={name}
        accept={accept}
        multiple={isMultiple}
        aria-label={label}
        aria-describedby={describedBy}
        required={isRequired}
        aria-invalid={isInvalid}
        onChange={({ target }) => take(target)}
      />
    </label>
  )
}
