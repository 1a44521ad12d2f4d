'use client'

import { useLocale } from 'next-intl'
import { useState } from 'react'
import { ConfirmDialog } from '#components/ui/confirm-dialog-client.tsx'
import { Field } from '#components/ui/field-client.tsx'
import { VERSION_QUESTIONS, type VersionQuestion } from '#lib/own-projects/project-outcome.ts'
import { cleanLine } from '#lib/contract/text.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { useNeeded } from './use-needed-client.ts'
import { useVersionChange, type VersionRef } from './use-version-change-client.ts'
import { versionButton } from './version-button.ts'
import { VersionForm } from './version-form-client.tsx'
import { useFocusAfterReplacement } from '#components/ui/use-lost-focus-client.ts'

/** Takes a version away after a confirmation: withdraws or discards it, or deletes a scheduled one. */
export function VersionDialog({
  kind,
  id,
  version,
  change,
}: VersionRef & { change: VersionQuestion }) {
  const locale = useLocale()
  const t = useFormMessages('creator.versions')
  const own = useFormMessages('creator.own')
  const form = useFormMessages('form')
  const { isPending, send } = useVersionChange({ kind, id, version })
  const [isOpen, setOpen] = useState(false)
  const [error, setError] = useState<string>()
  const { needed, ask } = useNeeded({ kind, id })
  const { button, name, title, text, help, query } = VERSION_QUESTIONS[change]

  function open(wanted: boolean) {
    setOpen(wanted)
    setError(undefined)
    // No other project can need one that waits.
    if (wanted && change !== 'cancelled') void ask()
  }
  async function confirm(reason: FormDataEntryValue | null) {
    const isSent = await send(change, cleanLine(typeof reason === 'string' ? reason : ''))
    if (isSent) open(false)
    else setError(t('tooLong'))
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={open}
      trigger={{ label: t(button), ariaLabel: t(name, { version }), className: versionButton }}
      page={localePath(locale, paths.withdraw({ kind, id }, version, query))}
      title={t(title, { version })}
      text={[t(text), ...(needed ? [own('needed', needed)] : [])].join(' ')}
      keep={own('keep')}
      confirm={t(button)}
      isPending={isPending}
      onConfirm={(data) => void confirm(data.get('reason'))}
    >
      {help && (
        <Field
          name="reason"
          label={t('reason')}
          optional={form('optional')}
          help={t(help)}
          error={error}
          dir="auto"
          autoComplete="off"
        />
      )}
    </ConfirmDialog>
  )
}

type Props = VersionRef & { isYanked: boolean }

/** Withdraws a version after a confirmation, or offers it again at once. */
export function YankVersion({ isYanked, ...place }: Props) {
  const t = useFormMessages('creator.versions')
  const ref = useFocusAfterReplacement(isYanked)
  const { version } = place
  return (
    <div ref={ref} className="contents">
      {isYanked ? (
        <VersionForm
          {...place}
          change="offered"
          label={t('offer')}
          name={t('offerLabel', { version })}
        />
      ) : (
        <VersionDialog {...place} change="withdrawn" />
      )}
    </div>
  )
}
