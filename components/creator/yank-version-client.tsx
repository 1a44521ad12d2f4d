'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ConfirmDialog } from '#components/ui/confirm-dialog-client.tsx'
import { Field } from '#components/ui/field-client.tsx'
import { showMessage } from '#components/ui/message-store.ts'
import { write } from '#lib/api/client.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { yankRequestSchema } from '#lib/contract/publish.ts'
import { cleanLine } from '#lib/contract/text.ts'
import { type RefusalWords, wordOfRefusal } from './refusal.ts'

type Words = Record<
  | 'withdraw'
  | 'offer'
  | 'sure'
  | 'warning'
  | 'reason'
  | 'reasonHelp'
  | 'keep'
  | 'doneWithdrawn'
  | 'doneOffered'
  | 'withdrawLabel'
  | 'offerLabel'
  | 'tooLong',
  string
> & { refusals: RefusalWords }
type Props = {
  kind: Kind
  id: string
  version: string
  isYanked: boolean
  login: string
  words: Words
}

const button =
  'inline-flex h-9 cursor-pointer items-center rounded-key border border-line-strong px-3 text-sm hover:bg-surface-2 aria-disabled:opacity-60'

/** Withdraws a version after asking, or offers it again at once: that hurts nobody. */
export function YankVersion({ kind, id, version, isYanked, login, words }: Props) {
  const router = useRouter()
  const [isPending, setPending] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [fault, setFault] = useState<string>()

  async function send(body: { yanked: boolean; reason?: string }) {
    if (isPending) return
    if (!yankRequestSchema.safeParse(body).success) return setFault(words.tooLong)
    setPending(true)
    const path = `/${kind}/${encodeURIComponent(id)}/versions/${version}`
    const written = await write({ method: 'PUT', path, body })
    setPending(false)
    setOpen(false)
    if (!written.ok) {
      const message = wordOfRefusal(words.refusals, written)
      showMessage({ message, color: 'danger' })
      if (written.code !== 401) return
      const back = location.pathname + location.search
      return router.replace(`${login}?redirect=${encodeURIComponent(back)}`)
    }
    showMessage({ message: body.yanked ? words.doneWithdrawn : words.doneOffered })
    router.refresh()
  }
  if (isYanked) {
    return (
      <button
        type="button"
        aria-label={words.offerLabel}
        aria-disabled={isPending}
        onClick={() => void send({ yanked: false })}
        className={`needs-script ${button}`}
      >
        {words.offer}
      </button>
    )
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={(open) => {
        setOpen(open)
        setFault(undefined)
      }}
      trigger={{ label: words.withdraw, ariaLabel: words.withdrawLabel, className: button }}
      title={words.sure}
      text={words.warning}
      keep={words.keep}
      confirm={words.withdraw}
      isPending={isPending}
      onConfirm={(data) => {
        const reason = data.get('reason')
        void send({ yanked: true, reason: cleanLine(typeof reason === 'string' ? reason : '') })
      }}
    >
      <Field
        name="reason"
        label={words.reason}
        help={words.reasonHelp}
        fault={fault}
        dir="auto"
        autoComplete="off"
      />
    </ConfirmDialog>
  )
}
