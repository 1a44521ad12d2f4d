'use client'

import { useEffect, useRef } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { copyText } from '#components/ui/copy-button-client.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SecretField } from '#components/ui/secret-field-client.tsx'

export type NewTokenLabels = Record<
  'created' | 'once' | 'secret' | 'copy' | 'copied' | 'copyFailed' | 'back' | 'use' | 'header',
  string
>
type Props = { secret: string; back: string; labels: NewTokenLabels }

/** A new access token, which is shown this once. */
export function NewToken({ secret, back, labels }: Props) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <div className="space-y-6">
      <div role="status">
        <Notice tone="success" title={labels.created}>
          {labels.once}
        </Notice>
      </div>
      <SecretField label={labels.secret} secret={secret} ref={field} />
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          onClick={() => void copyText(secret, labels.copied, labels.copyFailed)}
          className={`needs-script ${buttonClass({ variant: 'primary' })} cursor-pointer`}
        >
          <Icon name="copy" /> {labels.copy}
        </button>
        <a href={back} className={buttonClass({ variant: 'secondary' })}>
          {labels.back}
        </a>
      </div>
      <div className="space-y-1.5">
        <p className="text-sm text-content-muted">{labels.use}</p>
        <pre dir="ltr" className="overflow-x-auto rounded-card bg-surface-1 p-4 text-sm">
          <code>
            {labels.header} {secret.slice(0, 11)}…
          </code>
        </pre>
      </div>
    </div>
  )
}
