'use client'

import { useLocale } from 'next-intl'
import { buttonClass } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field-client.tsx'
import { formId, type FormResult } from '#lib/account/account-outcome.ts'
import { forgetSession, sessionStore } from '#lib/browser/session-store.ts'
import { removeDrafts } from '#lib/creator/draft-store-client.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { AccountForm } from './account-form-client.tsx'
import { type AccountProof, ProofFields } from './proof-fields-client.tsx'
import { useAccountMessages } from '#components/signed-in/use-messages.ts'

type Props = {
  proof: AccountProof
  username: string
  returnTo: string
  result: FormResult | null
  /** User name as it was typed, if the form was posted without scripts. */
  typedName: string
}

/**
 * Deletes the account. Confirmed twice: the form is in a fold, and the user name has to be typed.
 */
export function DeleteAccount({ proof, username, returnTo, result, typedName }: Props) {
  const t = useAccountMessages('account.remove')
  const form = useAccountMessages('form')
  const home = localePath(useLocale(), paths.home)
  const onDone = () => {
    const uid = sessionStore.get().author?.uid
    if (uid !== undefined) removeDrafts(uid)
    forgetSession()
    // A full load, so that the Back button shows nothing of the account.
    location.replace(home)
  }
  return (
    <details open={result?.form === 'delete' || result?.from === 'delete'} className="group">
      <summary
        className={`${buttonClass({ variant: 'secondary' })} w-fit cursor-pointer list-none text-danger [&::-webkit-details-marker]:hidden`}
      >
        {t('submit')}
      </summary>
      <AccountForm
        form="delete"
        {...{ returnTo, result, onDone }}
        lead={<p className="text-sm">{t('warning')}</p>}
        done={t('done')}
        className="mt-5 max-w-sm space-y-5 rounded-card border border-danger/60 p-5"
      >
        {({ errorOf, isPending }) => (
          <>
            <p className="text-sm text-content-muted">{form('required')}</p>
            <Field
              label={t('type', { username })}
              id={formId('delete', 'username')}
              name="username"
              defaultValue={typedName}
              autoComplete="off"
              enterKeyHint="next"
              autoCapitalize="none"
              spellCheck={false}
              required
              error={errorOf('username')}
            />
            <ProofFields form="delete" {...{ proof, result }} error={errorOf('proof')} />
            <button
              type="submit"
              aria-disabled={isPending}
              className="h-10 cursor-pointer rounded-key border border-transparent bg-danger px-4 text-sm font-semibold text-content-inverse aria-disabled:opacity-75"
            >
              {t('confirm')}
            </button>
          </>
        )}
      </AccountForm>
    </details>
  )
}
