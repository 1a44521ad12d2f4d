'use client'

import { useFormatter, useLocale } from 'next-intl'
import type { MouseEvent } from 'react'
import { Icon } from '#components/ui/icons.tsx'
import type { FileState } from '#lib/contract/publish.ts'
import { type UploadErrorCode, writtenEndings } from '#lib/creator/check-file.ts'
import { formatBytes, formatSeconds } from '#lib/i18n/format.ts'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { useIssueMessage } from '#components/creator/controls/issue-message.ts'
import { useErrorMessages } from '#components/creator/form/use-error-messages-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { useRefusalMessage } from '#components/creator/form/use-refusal-message-client.ts'
import type { Sending } from '#components/creator/form/form-types.ts'

type Props = { sending: Sending | null; onCancel: () => void; onRetry: () => void }

/** Runs an action after which its button disappears; moves the focus to the file chooser first. */
const leaveTo =
  (act: () => void) =>
  ({ currentTarget }: MouseEvent<HTMLElement>) => {
    currentTarget.closest('fieldset')?.querySelector<HTMLElement>('input[type=file]')?.focus()
    act()
  }

const button = 'cursor-pointer font-medium underline underline-offset-4'

/**
 * An upload: its progress, the preparation of the file after it, or why it was rejected. The region
 * of the error exists before it is filled.
 */
export function UploadState({ sending, onCancel, onRetry }: Props) {
  const error = sending?.error ?? null
  return (
    <div className={sending ? 'space-y-2 text-sm' : 'contents'}>
      <div role="alert" className="empty:absolute">
        {sending && error && <FailedUpload sending={sending} error={error} />}
      </div>
      {error && <FailureButtons error={error} onCancel={onCancel} onRetry={onRetry} />}
      {sending && !error && <MovingUpload sending={sending} onCancel={onCancel} />}
    </div>
  )
}

function MovingUpload({ sending, onCancel }: { sending: Sending; onCancel: () => void }) {
  const { name, prepared } = sending
  if (prepared) return <Preparation name={name} state={prepared} />
  return <UploadProgress sending={sending} onCancel={onCancel} />
}

function FailedUpload({ sending, error }: { sending: Sending; error: UploadErrorCode }) {
  const describe = useErrorMessages()
  const describeRefusal = useRefusalMessage()
  const { describeError } = useIssueMessage()
  const t = useFormMessages('creator')
  const { name, issue, answer } = sending
  const endings = writtenEndings(useCreatorForm().kind)
  const message = answer ? describeRefusal(answer) : describe(error, { endings })
  return (
    <p className="flex gap-3 text-danger">
      <Icon name="warning" className="mt-0.5 shrink-0" />
      <span className="min-w-0 break-words" dir="auto">
        {t('labelled', { label: name, value: (issue && describeError(issue)) ?? message })}
      </span>
    </p>
  )
}

const RETRYABLE: readonly UploadErrorCode[] = ['unavailable', 'disk_full', 'busy']

type ButtonsProps = Omit<Props, 'sending'> & { error: UploadErrorCode }

function FailureButtons({ error, onCancel, onRetry }: ButtonsProps) {
  const t = useFormMessages('creator')
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 text-danger">
      {RETRYABLE.includes(error) && (
        <button type="button" onClick={leaveTo(onRetry)} className={button}>
          {t('again')}
        </button>
      )}
      <button type="button" onClick={leaveTo(onCancel)} className={button}>
        {t('cancel')}
      </button>
    </p>
  )
}

function Preparation({ name, state: { done, total } }: { name: string; state: FileState }) {
  const t = useFormMessages('creator')
  const format = useFormatter()
  const share = total > 0 ? done / total : 0
  const percent = format.number(share, { style: 'percent' })
  return (
    <div className="space-y-2 text-sm">
      <ProgressBar value={share} label={name} />
      <p className="min-w-0 break-words text-content-muted tabular-nums" dir="auto">
        {t('preparing', { name, percent })}
      </p>
    </div>
  )
}

function UploadProgress({ sending, onCancel }: { sending: Sending; onCancel: () => void }) {
  const t = useFormMessages('creator')
  const format = useFormatter()
  const locale = useLocale()
  const { name, progress, isWaiting } = sending
  const share = progress ? progress.sent / progress.total : 0
  const seconds = progress ? (progress.total - progress.sent) / progress.perSecond : 0
  return (
    <div className="space-y-2 text-sm">
      <ProgressBar value={share} label={name} />
      <p className="flex flex-wrap gap-x-3 text-content-muted tabular-nums">
        <span className="min-w-0 break-words" dir="auto">
          {isWaiting
            ? t('waiting', { name })
            : t('uploading', {
                name,
                percent: format.number(share, { style: 'percent' }),
                speed: formatBytes(progress?.perSecond ?? 0, locale),
                left: formatSeconds(seconds, locale),
              })}
        </span>
        <button type="button" onClick={leaveTo(onCancel)} className={button}>
          {t('cancel')}
        </button>
      </p>
    </div>
  )
}

const ProgressBar = ({ value, label }: { value: number; label: string }) => (
  <progress
    value={value}
    max={1}
    aria-label={label}
    className="h-2 w-full overflow-hidden rounded-full"
  />
)
