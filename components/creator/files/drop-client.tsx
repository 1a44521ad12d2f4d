'use client'

import type { ReactNode } from 'react'
import { inputId } from '#components/creator/form/focus-field-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { Button } from '#components/ui/button.tsx'
import { useFileDrop } from '#components/ui/use-file-drop-client.ts'
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
  const { isOver, area, field } = useFileDrop(onFiles)
  const t = useFormMessages('creator')
  return (
    <div
      {...area}
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
        <Chooser {...chooser} field={field} />
        <noscript>
          <Button {...intentProps('read')} variant="secondary">
            {t('read')}
          </Button>
        </noscript>
      </div>
    </div>
  )
}

function Chooser({
  button,
  label,
  describedBy,
  field,
  ...props
}: Omit<ChooserProps, 'onFiles'> & Pick<ReturnType<typeof useFileDrop>, 'field'>) {
  const { name, accept, isMultiple = false, isInvalid, isRequired } = props
  return (
    <label className="file-choice">
      <span>{button}</span>
      <input
        {...field}
        type="file"
        id={inputId(name)}
        name={name}
        accept={accept}
        multiple={isMultiple}
        aria-label={label}
        aria-describedby={describedBy}
        required={isRequired}
        aria-invalid={isInvalid}
      />
    </label>
  )
}
