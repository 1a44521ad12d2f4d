'use client'

import type { ReactNode, Ref } from 'react'
import { inputId } from '#components/creator/form/focus-field-client.ts'
import { useField } from '#components/creator/controls/use-field-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { Button } from '#components/ui/button.tsx'
import { FieldNote, noteIds } from '#components/ui/field-note.tsx'
import { LabelText } from '#components/ui/label-text.tsx'
import { useFileDrop } from '#components/ui/use-file-drop-client.ts'
import { type FileField, intentProps, keptInputs } from '#lib/creator/plain-form.ts'
import type { UploadedFile } from '#lib/creator/form-file.ts'
import { UploadState } from './upload-state-client.tsx'
import type { useUpload } from './use-upload-client.ts'

type Props = {
  name: FileField
  /** Files of the field that are on the server: they are posted with the form. */
  files: readonly UploadedFile[]
  upload: Pick<ReturnType<typeof useUpload>, 'sending' | 'cancel' | 'retry'>
  /** Endings or media types. */
  accept: readonly string[]
  button: string
  hint?: string | undefined
  isMultiple?: boolean
  /** In place of the error of the field. */
  error?: string | undefined
  onFiles: (files: File[]) => void
  fieldRef?: Ref<HTMLFieldSetElement>
  /** In the drop area, and between it and the help. */
  children?: ReactNode
  below?: ReactNode
}

/** A field of files: a drop area with what is uploaded, and a file chooser, whose files the form posts without scripts. */
export function FilesField(props: Props) {
  const { name, files, upload, button, hint, onFiles, fieldRef, children, below } = props
  const t = useFormMessages('creator')
  const { id, label, optional, required, ...field } = useField(name)
  const note = { error: props.error ?? field.error, help: field.help }
  const isInvalid = note.error !== undefined || Boolean(upload.sending?.error)
  const { isOver, area, field: input } = useFileDrop(onFiles)
  return (
    <fieldset ref={fieldRef} className="space-y-1.5">
      <legend className="mb-1.5 text-sm font-medium">
        <LabelText label={label} optional={optional} isRequired={required} />
      </legend>
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
        <UploadState sending={upload.sending} onCancel={upload.cancel} onRetry={upload.retry} />
        {hint !== undefined && <p className="needs-script text-sm text-content-muted">{hint}</p>}
        <div className="flex flex-wrap items-center gap-3">
          <label className="file-choice">
            <span>{button}</span>
            <input
              {...input}
              type="file"
              id={inputId(name)}
              name={name}
              accept={props.accept.join()}
              multiple={props.isMultiple ?? false}
              aria-label={t('labelled', { label, value: button })}
              aria-describedby={noteIds(id, note)}
              required={required && files.length === 0}
              aria-invalid={isInvalid}
            />
          </label>
          <noscript>
            <Button {...intentProps('read')} variant="secondary">
              {t('read')}
            </Button>
          </noscript>
        </div>
      </div>
      {below}
      <FieldNote id={id} {...note} />
    </fieldset>
  )
}
