'use client'

import { useId } from 'react'
import { Icon } from '#components/ui/icons.tsx'
import { type Kind, KIND_TABLE } from '#lib/contract/kind.ts'
import type { Inside } from '#lib/contract/publish.ts'
import type { Kept } from '#lib/creator/form.ts'
import { Drop } from './drop-client.tsx'
import { formatBytes } from '#lib/i18n/format.ts'
import { FileNotes } from './file-notes-client.tsx'
import { UploadState } from './upload-state.tsx'
import { useUpload } from './use-upload-client.ts'
import type { FormWords } from './words.ts'

type Props = {
  kind: Kind
  value: Kept | null
  fault: string | undefined
  words: FormWords
  locale: string
  maxBytes: number
  /** Set where title and version were read from the file. */
  note: string | undefined
  onTaken: (kept: Kept, inside: Inside | undefined) => void
  onEnded: (message: string) => void
}

/** The project's file. */
export function FilePart({ kind, value, fault, words, locale, maxBytes, note, ...on }: Props) {
  const id = useId()
  const upload = useUpload({
    kind,
    purpose: 'project',
    maxBytes,
    onTaken: on.onTaken,
    onEnded: on.onEnded,
  })
  const ending = KIND_TABLE[kind].fileEnding ?? ''
  return (
    <fieldset data-part="file" className="space-y-1.5">
      <legend className="mb-1.5 text-sm font-medium">{words.file}</legend>
      <Drop
        accept={`${ending},.zip`}
        label={`${words.file}: ${words.choose}`}
        button={value ? words.replace : words.choose}
        describedBy={`${id}-note`}
        isInvalid={fault !== undefined}
        onFiles={([file]) => file && void upload.send(file)}
      >
        {upload.sending ? (
          <UploadState
            sending={upload.sending}
            words={words}
            locale={locale}
            onCancel={upload.cancel}
            onRetry={upload.retry}
          />
        ) : (
          <p className="flex items-center gap-2 text-sm" role="status">
            {value ? (
              <>
                <Icon name="check" className="text-success" />
                <span className="min-w-0 break-words" dir="auto">
                  {value.size === null
                    ? value.name
                    : words.uploaded
                        .replace('{name}', value.name)
                        .replace('{size}', formatBytes(value.size, locale))}
                  {value.isRewritten === true && (
                    <span className="block text-content-muted">{words.fileNotes.rewritten}</span>
                  )}
                </span>
              </>
            ) : (
              <span className="text-content-muted">{words.fileDrop}</span>
            )}
          </p>
        )}
      </Drop>
      {value?.warnings && value.warnings.length > 0 && !upload.sending && (
        <div
          className="rounded-card border border-line bg-surface-1 px-4 py-3 text-sm"
          role="status"
        >
          <p className="flex items-center gap-2 font-medium">
            <Icon name="warning" className="text-warning" />
            {words.fileNotes.title}
          </p>
          <FileNotes notes={value.warnings} of="warning" words={words.fileNotes} locale={locale} />
        </div>
      )}
      <p
        id={`${id}-note`}
        className={`text-sm ${fault === undefined ? 'text-content-muted' : 'text-danger'}`}
      >
        {fault ??
          note ??
          words.fileHelp
            .replace('{ending}', ending)
            .replace('{size}', formatBytes(maxBytes, locale))}
      </p>
    </fieldset>
  )
}
