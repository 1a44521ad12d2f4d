'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { write } from '#lib/api/client.ts'
import { ConfirmDialog } from '#components/ui/confirm-dialog-client.tsx'
import { showMessage } from '#components/ui/message-store.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { type RefusalWords, wordOfRefusal } from './refusal.ts'

type Words = Record<
  'edit' | 'delete' | 'sure' | 'warning' | 'keep' | 'confirm' | 'done',
  string
> & { refusals: RefusalWords }
type Props = { kind: Kind; id: string; editHref: string; login: string; words: Words }

/** What its author can do with a project in their list. */
export function OwnActions({ kind, id, editHref, login, words }: Props) {
  const router = useRouter()
  const [isPending, setPending] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const button =
    'inline-flex h-9 cursor-pointer items-center rounded-key border border-line-strong px-3 text-sm hover:bg-surface-2'

  async function remove() {
    setPending(true)
    const written = await write({ method: 'DELETE', path: `/${kind}?id=${encodeURIComponent(id)}` })
    setPending(false)
    setOpen(false)
    if (written.ok) {
      showMessage({ message: words.done })
      router.refresh()
    } else {
      showMessage({ message: wordOfRefusal(words.refusals, written), color: 'danger' })
      if (written.code === 401) {
        router.replace(`${login}?redirect=${encodeURIComponent(location.pathname)}`)
      }
    }
  }
  return (
    <span className="relative z-10 flex gap-2 pt-2">
      <a href={editHref} className={button}>
        {words.edit}
      </a>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        trigger={{ label: words.delete, className: button }}
        title={words.sure}
        text={words.warning}
        keep={words.keep}
        confirm={words.confirm}
        isPending={isPending}
        onConfirm={() => void remove()}
      />
    </span>
  )
}
