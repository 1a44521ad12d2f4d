'use client'

import { SubmitButton } from '#components/ui/submit-button-client.tsx'
import { Field } from '#components/ui/field-client.tsx'
import { formId, type FormResult } from '#lib/account/account-outcome.ts'
import { AccountForm } from './account-form-client.tsx'
import { useAccountMessages } from '#components/signed-in/use-messages.ts'

type Props = {
  username: string
  /** Path of this page. */
  returnTo: string
  redirect: string
  result: FormResult | null
}

/**
 * Form for the user name of an account created through a provider; starts with the provider's name.
 */
export function NameForm({ username, returnTo, redirect, result }: Props) {
  const t = useAccountMessages('account')
  const auth = useAccountMessages('auth')
  return (
    <AccountForm
      form="name"
      {...{ returnTo, result }}
      // A full load, so that the header shows the new name.
      onDone={() => location.replace(redirect)}
      done={t('outcome.done')}
      id="name"
      className="space-y-5"
    >
      {({ errorOf, isPending }) => (
        <>
          <input type="hidden" name="redirect" value={redirect} />
          <Field
            label={auth('field.username')}
            id={formId('name', 'username')}
            name="username"
            autoComplete="username"
            enterKeyHint="done"
            autoCapitalize="none"
            spellCheck={false}
            required
            defaultValue={username}
            help={auth('help.username')}
            error={errorOf('username')}
          />
          <SubmitButton isPending={isPending} pending={auth('pending')} isWide>
            {t('name.submit')}
          </SubmitButton>
        </>
      )}
    </AccountForm>
  )
}
