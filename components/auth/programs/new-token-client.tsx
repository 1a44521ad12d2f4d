'use client'

import { useEffect, useRef } from 'react'
import { useAccountMessages } from '#components/auth/use-messages.ts'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { copyText } from '#components/ui/copy-button-client.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SecretField } from '#components/ui/secret-field-client.tsx'

type Props = {
  secret: string
  back: string
  /** How programs send the token, before its secret. */
  header: string
}

/** A new access token, which is shown this once. */
export function NewToken({ secret, back, header }: Props) {
  const t = useAccountMessages('account.tokens')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <div className="space-y-6">
      <div role="status">
        <Notice tone="success" title={t('created')}>
          {t('once')}
        </Notice>
      </div>
      <SecretField label={t('secret')} secret={secret} ref={field} />
      <div className="flex flex-wrap gap-3">
        <Button
          onClick={() => void copyText(secret, t('copied'), t('copyFailed'))}
          variant="primary"
          className="needs-script"
        >
          <Icon name="copy" /> {t('copy')}
        </Button>
        <a href={back} className={buttonClass({ variant: 'secondary' })}>
          {t('back')}
        </a>
      </div>
      <div className="space-y-1.5">
        <p className="text-sm text-content-muted">{t('use')}</p>
        <pre dir="ltr" className="overflow-x-auto rounded-card bg-surface-1 p-4 text-sm">
          <code>
            {header} {secret.slice(0, 11)}…
          </code>
        </pre>
      </div>
    </div>
  )
}
