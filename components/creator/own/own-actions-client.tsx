'use client'

import { useRouter } from 'next/navigation'
import { useLocale } from 'next-intl'
import { useState } from 'react'
import { ConfirmDialog } from '#components/ui/confirm-dialog-client.tsx'
import { useFocusAfterRemoval } from '#components/ui/use-lost-focus-client.ts'
import { showMessage } from '#lib/browser/message-store.ts'
import { fetchCall } from '#lib/creator/fetch-call.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { useListMessages } from '#components/creator/use-messages-client.ts'
import { PRIMARY } from './primary.ts'
import { useNeeded } from './use-needed-client.ts'
import { useWriteRefused } from '#components/creator/form/use-refusal-message-client.ts'
import { isolated } from '#lib/contract/name/name.ts'

type Props = { kind: Kind; id: string; title: string }

const button =
  'inline-flex h-11 cursor-pointer items-center rounded-key px-3 text-sm sm:h-10 hover:bg-surface-2'

/** Edits a project first of all; deletes it apart, after a confirmation. */
export function OwnActions({ kind, id, title }: Props) {
  const t = useListMessages('creator.own')
  const locale = useLocale()
  const { isPending, isOpen, needed, open, remove } = useDelete(kind, id)
  useFocusAfterRemoval()
  return (
    <span className="flex flex-wrap gap-2">
      <a
        href={localePath(locale, paths.edit(kind, { id }))}
        aria-label={t('editLabel', { title: isolated(title) })}
        className={PRIMARY}
      >
        {t('edit')}
      </a>
      <a
        href={localePath(locale, paths.settings({ kind, id }))}
        aria-label={t('settingsLabel', { title: isolated(title) })}
        className={button}
      >
        {t('settings')}
      </a>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={(isNow) => void open(isNow)}
        trigger={{
          label: t('delete'),
          ariaLabel: t('deleteLabel', { title: isolated(title) }),
          className: `${button} ms-auto`,
        }}
        page={localePath(locale, paths.deleteProject({ kind, id }))}
        title={t('sure')}
        text={[
          t('warning', { title: isolated(title) }),
          ...(needed ? [t('needed', needed)] : []),
        ].join(' ')}
        keep={t('keep')}
        confirm={t('confirm')}
        isPending={isPending}
        onConfirm={() => void remove()}
      />
    </span>
  )
}

function useDelete(kind: Kind, id: string) {
  const done = useListMessages('creator.done')
  const router = useRouter()
  const showRefused = useWriteRefused()
  const [isPending, setPending] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const { needed, ask } = useNeeded({ kind, id })

  async function open(isNow: boolean) {
    setOpen(isNow)
    if (isNow) await ask()
  }

  async function remove() {
    setPending(true)
    const written = await fetchCall('remove', { kind, id })
    setPending(false)
    setOpen(false)
    if (!written.ok) return showRefused(written)
    showMessage({ message: done('delete', { kind }) })
    router.refresh()
  }
  return { isPending, isOpen, needed, open, remove }
}
