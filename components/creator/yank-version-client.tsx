'use client'

import { useRouter } from 'next/navigation'
import { useLocale } from 'next-intl'
import { useState } from 'react'
import { ConfirmDialog } from '#components/ui/confirm-dialog-client.tsx'
import { Field } from '#components/ui/field-client.tsx'
import { useFocusAfterReplacement } from '#components/ui/use-lost-focus-client.ts'
import { showMessage } from '#lib/browser/message-store.ts'
import { call } from '#lib/creator/call-client.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { yankRequestSchema } from '#lib/contract/publish.ts'
import { cleanLine } from '#lib/contract/text.ts'
import { localePath } from '#lib/i18n/path.ts'
import { endpoints, pages } from '#lib/paths.ts'
import { useFormMessages } from './use-messages-client.ts'
import { useWriteRefused } from './use-write-refused-client.ts'

type Props = { kind: Kind; id: string; version: string; isYanked: boolean }

const button =
  'inline-flex h-9 cursor-pointer items-center rounded-key border border-line-strong px-3 text-sm hover:bg-surface-2 aria-disabled:opacity-75'

/** Withdraws a version after a confirmation, or offers it again at once. */
export function YankVersion(props: Props) {
  const ref = useFocusAfterReplacement(props.isYanked)
  return (
    <div ref={ref} className="contents">
      <YankButton {...props} />
    </div>
  )
}

function YankButton(props: Props) {
  const { kind, id, version, isYanked } = props
  const locale = useLocale()
  const t = useFormMessages('creator.versions')
  const own = useFormMessages('creator.own')
  const form = useFormMessages('form')
  const { isPending, isOpen, setOpen, error, send } = useYank(props)
  if (isYanked) {
    return (
      <form
        method="post"
        action={endpoints.projectForm('version')}
        onSubmit={(event) => {
          event.preventDefault()
          void send({ yanked: false })
        }}
      >
        {Object.entries({ kind, id, version, yanked: 'false', locale }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button
          type="submit"
          aria-label={t('offerLabel', { version })}
          aria-disabled={isPending}
          className={button}
        >
          {t('offer')}
        </button>
      </form>
    )
  }
  const ariaLabel = t('withdrawLabel', { version })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={{ label: t('withdraw'), ariaLabel, className: button }}
      page={localePath(locale, pages.withdraw({ kind, id }, version))}
      title={t('sure', { version })}
      text={t('warning')}
      keep={own('keep')}
      confirm={t('withdraw')}
      isPending={isPending}
      onConfirm={(data) => {
        const reason = data.get('reason')
        void send({ yanked: true, reason: cleanLine(typeof reason === 'string' ? reason : '') })
      }}
    >
      <Field
        name="reason"
        label={t('reason')}
        optional={form('optional')}
        help={t('reasonHelp')}
        error={error}
        dir="auto"
        autoComplete="off"
      />
    </ConfirmDialog>
  )
}

function useYank({ kind, id, version }: Props) {
  const t = useFormMessages('creator.versions')
  const router = useRouter()
  const showRefused = useWriteRefused()
  const [isPending, setPending] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const [error, setError] = useState<string>()

  function setOpen(open: boolean) {
    setIsOpen(open)
    setError(undefined)
  }
  async function send(body: { yanked: boolean; reason?: string }) {
    if (isPending) return
    if (!yankRequestSchema.safeParse(body).success) return setError(t('tooLong'))
    setPending(true)
    const written = await call('yank', { kind, id, version, body })
    setPending(false)
    setIsOpen(false)
    if (!written.ok) return showRefused(written)
    showMessage({ message: t(body.yanked ? 'doneWithdrawn' : 'doneOffered', { version }) })
    router.refresh()
  }
  return { isPending, isOpen, setOpen, error, send }
}
