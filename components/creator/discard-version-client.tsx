'use client'

import { useLocale } from 'next-intl'
import { useState } from 'react'
import { ConfirmDialog } from '#components/ui/confirm-dialog-client.tsx'
import { localePath } from '#lib/i18n/path.ts'
import { pages } from '#lib/paths.ts'
import { useFormMessages } from './use-messages-client.ts'
import { useVersionChange, type VersionRef } from './use-version-change-client.ts'
import { versionButton } from './version-form-client.tsx'

/** Discards a scheduled version after a confirmation. */
export function DiscardVersion({ kind, id, version }: VersionRef) {
  const locale = useLocale()
  const t = useFormMessages('creator.versions')
  const own = useFormMessages('creator.own')
  const { isPending, send } = useVersionChange({ kind, id, version })
  const [isOpen, setOpen] = useState(false)
  async function confirm() {
    await send('cancelled')
    setOpen(false)
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={{
        label: t('cancel'),
        ariaLabel: t('cancelLabel', { version }),
        className: versionButton,
      }}
      page={localePath(locale, pages.withdraw({ kind, id }, version))}
      title={t('cancelSure', { version })}
      text={t('cancelWarning')}
      keep={own('keep')}
      confirm={t('cancel')}
      isPending={isPending}
      onConfirm={() => void confirm()}
    />
  )
}
