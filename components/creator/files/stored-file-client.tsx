'use client'

import { useLocale } from 'next-intl'
import { Icon } from '#components/ui/icons.tsx'
import type { UploadedFile } from '#lib/creator/form-file.ts'
import { formatBytes } from '#lib/i18n/format.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

/** Name, size and format of a file that is on the server, and which one is installed if another was made from it. */
export function StoredFile({ file }: { file: UploadedFile }) {
  const { original, format } = file
  const { name, size } = original ?? file
  const t = useFormMessages('creator')
  const formats = useFormMessages('fileFormat')
  const locale = useLocale()
  return (
    <p className="flex min-w-0 items-center gap-2 text-sm">
      <Icon name="check" className="shrink-0 text-success" />
      <span className="min-w-0 break-words" dir="auto">
        {size === null ? name : t('uploaded', { name, size: formatBytes(size, locale) })}
        {format && <span className="block text-content-muted">{formats(format)}</span>}
        {original && (
          <span className="block text-content-muted">{t('installedAs', { name: file.name })}</span>
        )}
      </span>
    </p>
  )
}
