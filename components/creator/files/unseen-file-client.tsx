'use client'

import { useLocale } from 'next-intl'
import { EntryList } from '#components/ui/entry-list.tsx'
import { Strip } from '#components/ui/strip.tsx'
import type { UploadedFile } from '#lib/creator/form-file.ts'
import { formatBytes } from '#lib/i18n/format.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

/** What is offered of a file whose contents are not shown: its bytes, their hash, and the entries of an archive. */
export function UnseenFile({ file: { format, sha256, entries } }: { file: UploadedFile }) {
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
