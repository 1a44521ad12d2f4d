'use client'

import { useLocale } from 'next-intl'
import { Icon } from '#components/ui/icons.tsx'
import type { UploadedFile } from '#lib/creator/form-file.ts'
import { formatBytes } from '#lib/i18n/format.ts'
import { useFormMessages } from './use-messages-client.ts'

/** Name and size of a file that is on the server, and whether it was rewritten. */
export function StoredFile({ file: { name, size, original } }: { file: UploadedFile }) {
  const t = useFormMessages('creator')
  const locale = useLocale()
  return (
    <p className="flex min-w-0 items-center gap-2 text-sm">
      <Icon name="check" className="shrink-0 text-success" />
      <span className="min-w-0 break-words" dir="auto">
        {size === null ? name : t('uploaded', { name, size: formatBytes(size, locale) })}
        {original && <span className="block text-content-muted">{t('fileIssue.rewritten')}</span>}
      </span>
    </p>
  )
}
