'use client'

import { useLocale } from 'next-intl'
import { useEffect, useState } from 'react'
import { uploadEndings } from '#lib/creator/check-file.ts'
import { FilesField } from './files-field-client.tsx'
import { WarningBox } from './file-issues-client.tsx'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { NameReadings } from './name-readings-client.tsx'
import { StoredFile } from './stored-file-client.tsx'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { useUpload } from './use-upload-client.ts'
import { EntryList } from '#components/ui/entry-list.tsx'
import { Strip } from '#components/ui/strip.tsx'
import type { UploadedFile } from '#lib/creator/form-file.ts'
import { formatBytes } from '#lib/i18n/format.ts'
import { Icon } from '#components/ui/icons.tsx'
import {
  type DrawingLoss,
  type DrawingRefusal,
  DRAWING_LOSSES,
  DRAWING_REFUSALS,
} from '#lib/contract/file/contents.ts'
import type { MarkedDrawings as Marked } from '#lib/contract/publish.ts'
import { waitUntilReady } from '#lib/creator/file-state-client.ts'

/** The project file: an archive. */
export function FileControl() {
  const { kind, values, gone, maxBytes, uploaded, onSignedOut } = useCreatorForm()
  const t = useFormMessages('creator')
  const upload = useUpload({
    kind,
    field: 'file',
    maxBytes,
    onTaken: uploaded.takeFile,
    onSignedOut,
  })
  const value = gone.some((file) => file.id === values.file?.id) ? null : values.file
  const isShown = value !== null && !upload.sending
  return (
    <FilesField
      name="file"
      files={value ? [value] : []}
      upload={upload}
      accept={uploadEndings(kind)}
      button={t(value ? 'replace' : 'choose')}
      hint={value || upload.sending ? undefined : t('fileDrop')}
      onFiles={([file]) => file && void upload.send(file)}
      below={
        isShown && (
          <>
            <OpaqueUpload file={value} />
            <WarningBox warnings={value.warnings} />
            <NameReadings file={value} />
            {value.id !== '' && <MarkedDrawings id={value.id} />}
          </>
        )
      }
    >
      {isShown && <StoredFile file={value} />}
    </FilesField>
  )
}

/** What is offered of a file whose contents are not shown: its bytes, their hash, and the entries of an archive. */
export function OpaqueUpload({ file: { format, sha256, entries } }: { file: UploadedFile }) {
  const t = useFormMessages('creator.unseen')
  const locale = useLocale()
  if (format !== 'opaque') return null
  return (
    <div className="rounded-card border border-line bg-surface-1 p-4 text-sm">
      <Strip art="blank" className="mb-4 w-full max-w-sm" />
      <p className="font-medium">{t('title')}</p>
      <p className="mt-1 max-w-prose text-content-muted">{t('text')}</p>
      {sha256 !== undefined && (
        <p dir="ltr" className="mt-2 font-mono text-xs break-all text-content-muted">
          SHA-256 {sha256}
        </p>
      )}
      {entries && entries.count > 0 && (
        <details className="fold mt-2">
          <summary>{t('entries', { count: entries.count })}</summary>
          <EntryList
            items={entries.items.map(({ name, size }) => ({
              name,
              size: formatBytes(size, locale),
            }))}
            more={
              entries.count > entries.items.length
                ? t('more', { count: entries.count - entries.items.length })
                : null
            }
          />
        </details>
      )}
    </div>
  )
}

/** Which drawings of an uploaded file are not shown as their author made them, and why; nothing until they are prepared. */
function MarkedDrawings({ id }: { id: string }) {
  const t = useFormMessages('detail.icons')
  const { describe } = useReasons()
  const marked = useMarked(id)
  if (!marked) return null
  const { total, refused, simplified, first } = marked
  const more = refused + simplified - first.length
  return (
    <details className="rounded-card border border-line bg-surface-1 px-4 py-3 text-sm">
      <summary className="cursor-pointer font-medium">
        <span role="status">
          <Icon name="warning" className="me-2 inline text-warning" />
          {[
            ...(simplified > 0 ? [t('ofSimplified', { count: simplified, total })] : []),
            ...(refused > 0 ? [t('ofRefused', { count: refused, total })] : []),
          ].join(' · ')}
        </span>
      </summary>
      <ul className="mt-1 list-disc space-y-1 ps-5">
        {first.map((drawing) => (
          <li key={drawing.name} className="min-w-0 [overflow-wrap:anywhere]">
            {t('markedDrawing', { name: drawing.label ?? drawing.name, reason: describe(drawing) })}
          </li>
        ))}
        {more > 0 && <li>{t('moreMarked', { count: more })}</li>}
      </ul>
    </details>
  )
}

function useMarked(id: string): Marked | null {
  const [found, setFound] = useState<{ id: string; marked: Marked } | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const read = async () => {
      const state = await waitUntilReady(id, () => undefined, signal)
      if (state?.marked && !signal.aborted) setFound({ id, marked: state.marked })
    }
    void read()
    return () => controller.abort()
  }, [id])
  return found?.id === id ? found.marked : null
}

function useReasons() {
  const t = useFormMessages('detail.icons')
  const locale = useLocale()
  const known = <T extends string>(codes: readonly T[], code: string): T | 'other' =>
    codes.find((one) => one === code) ?? 'other'
  const lossOf = (code: string) => t(`lost.${known<DrawingLoss>(DRAWING_LOSSES, code)}`)
  return {
    describe: ({ refused, simplified }: Marked['first'][number]): string => {
      if (refused) return t(`refused.${known<DrawingRefusal>(DRAWING_REFUSALS, refused)}`)
      const parts = new Set((simplified ?? []).map(lossOf))
      return t('simplified', { parts: new Intl.ListFormat(locale).format(parts) })
    },
  }
}
