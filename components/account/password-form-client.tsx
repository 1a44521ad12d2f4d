'use client'

import { SubmitButton } from '#components/ui/submit-button-client.tsx'
import { useRouter } from 'next/navigation'
import { Field } from '#components/ui/field-client.tsx'
import { showMessage } from '#lib/browser/message-store.ts'
import { formId, type FormResult } from '#lib/account/account-outcome.ts'
import { AccountForm } from './account-form-client.tsx'
import { type AccountProof, ProofFields } from './proof-fields-client.tsx'
import { useAccountMessages } from '#components/signed-in/use-messages.ts'

type Props = { proof: AccountProof; username: string; returnTo: string; result: FormResult | null }

/** Changes the password, or sets the first one of an account created through a provider. */
export function PasswordForm({ proof, username, returnTo, result }: Props) {
  const router = useRouter()
  const t = useAccountMessages('account.password')
  const auth = useAccountMessages('auth')
  const form = useAccountMessages('form')
  const onDone = () => {
    showMessage({ message: t('done') })
    router.refresh()
  }
  const isNew = {
    type: 'password',
    autoComplete: 'new-password',
    required: true,
    reveal: { show: auth('show'), hide: auth('hide') },
  } as const
  return (
    <AccountForm
      form="password"
      {...{ returnTo, result, onDone }}
      done={t('done')}
      className="max-w-sm space-y-5"
    >
      {({ errorOf, isPending }) => (
        <>
          {/* Tells password managers which account the password belongs to. */}
          <input
            type="text"
            aria-label={username}
            autoComplete="username"
            defaultValue={username}
            hidden
            readOnly
          />
          <p className="text-sm text-content-muted">{form('required')}</p>
          <ProofFields form="password" {...{ proof, result }} error={errorOf('proof')} />
          <Field
            {...isNew}
            label={t('new')}
            id={formId('password', 'new_password')}
            name="new_password"
            enterKeyHint="next"
            help={auth('help.password')}
            error={errorOf('new_password')}
          />
          <Field
            {...isNew}
            label={auth('field.confirm')}
            id={formId('password', 'confirm')}
            name="confirm"
            enterKeyHint="done"
            error={errorOf('confirm')}
          />
          <SubmitButton isPending={isPending} pending={auth('pending')}>
            {t('submit')}
          </SubmitButton>
        </>
      )}
    </AccountForm>
  )
}
