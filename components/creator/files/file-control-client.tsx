'use client'

import { FieldNote, noteIds } from '#components/ui/field-note.tsx'
import { LabelText } from '#components/ui/label-text.tsx'
import { uploadEndings } from '#lib/creator/check-file.ts'
import { useField } from '#components/creator/controls/use-field-client.ts'
import { Drop } from './drop-client.tsx'
import { WarningBox } from './file-issues-client.tsx'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { MarkedDrawings } from './marked-drawings-client.tsx'
import { StoredFile } from './stored-file-client.tsx'
import { UploadState } from './upload-state-client.tsx'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { UnseenFile } from './unseen-file-client.tsx'
import { useUpload } from './use-upload-client.ts'

/** The project file: an archive. */
export function FileControl() {
  const { kind, values, gone, maxBytes, takeFile, onSignedOut } = useCreatorForm()
  const t = useFormMessages('creator')
  const upload = useUpload({ kind, field: 'file', maxBytes, onTaken: takeFile, onSignedOut })
  const value = gone.some((file) => file.id === values.file?.id) ? null : values.file
  const button = t(value ? 'replace' : 'choose')
  const { id, label, ...note } = useField('file')
  return (
    <fieldset className="space-y-1.5">
      <legend className="mb-1.5 text-sm font-medium">
        <LabelText label={label} optional={undefined} isRequired />
      </legend>
      <Drop
        name="file"
        files={value ? [value] : []}
        accept={uploadEndings(kind).join(',')}
        label={t('labelled', { label, value: button })}
        button={button}
        hint={value || upload.sending ? undefined : t('fileDrop')}
        describedBy={noteIds(id, note)}
        isInvalid={note.error !== undefined || Boolean(upload.sending?.error)}
        isRequired={value === null}
        onFiles={([file]) => file && void upload.send(file)}
      >
        <UploadState sending={upload.sending} onCancel={upload.cancel} onRetry={upload.retry} />
        {value && !upload.sending && <StoredFile file={value} />}
      </Drop>
      {value && !upload.sending && (
        <>
          <UnseenFile file={value} />
          <WarningBox warnings={value.warnings} />
        </>
      )}
      {value && value.id !== '' && !upload.sending && <MarkedDrawings id={value.id} />}
      <FieldNote id={id} error={note.error} help={note.help} />
    </fieldset>
  )
}
