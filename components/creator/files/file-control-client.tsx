'use client'

import { useLocale } from 'next-intl'
import { useId } from 'react'
import { FieldNote, noteIds } from '#components/ui/field-note.tsx'
import { LabelText } from '#components/ui/label-text.tsx'
import { uploadEndings, writtenEndings } from '#lib/creator/check-file.ts'
import type { UploadedFile } from '#lib/creator/form-file.ts'
import { formatBytes } from '#lib/i18n/format.ts'
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
  const { kind, values, gone, maxBytes, errorOf, takeFile, onSignedOut } = useCreatorForm()
  const t = useFormMessages('creator')
  const id = useId()
  const upload = useUpload({ kind, field: 'file', maxBytes, onTaken: takeFile, onSignedOut })
  const value = gone.some((file) => file.id === values.file?.id) ? null : values.file
  const button = t(value ? 'replace' : 'choose')
  const note = { error: errorOf('file'), help: useFileHelp() }
  return (
    <fieldset className="space-y-1.5">
      <legend className="mb-1.5 text-sm font-medium">
        <LabelText label={t('file')} optional={undefined} isRequired />
      </legend>
      <Drop
        accept={uploadEndings(kind).join(',')}
        label={t('labelled', { label: t('file'), value: button })}
        button={button}
        describedBy={noteIds(id, note)}
        isInvalid={note.error !== undefined || Boolean(upload.sending?.error)}
        isRequired={value === null}
        onFiles={([file]) => file && void upload.send(file)}
      >
        <UploadState sending={upload.sending} onCancel={upload.cancel} onRetry={upload.retry} />
        {!upload.sending && <CurrentFile file={value} />}
      </Drop>
      {value && !upload.sending && (
        <>
          <UnseenFile file={value} />
          <WarningBox warnings={value.warnings} />
        </>
      )}
      {value && value.id !== '' && !upload.sending && <MarkedDrawings id={value.id} />}
      <FieldNote id={id} {...note} />
    </fieldset>
  )
}

function CurrentFile({ file }: { file: UploadedFile | null }) {
  const t = useFormMessages('creator')
  if (file) return <StoredFile file={file} />
  return <p className="text-sm text-content-muted">{t('fileDrop')}</p>
}

function useFileHelp(): string {
  const { kind, maxBytes, isFromManifest } = useCreatorForm()
  const t = useFormMessages('creator')
  const locale = useLocale()
  if (isFromManifest) return t('fromManifest')
  return t('fileHelp', {
    ending: writtenEndings(kind),
    size: formatBytes(maxBytes, locale),
  })
}
