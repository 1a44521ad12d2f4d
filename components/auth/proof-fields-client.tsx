'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field-client.tsx'
import { useHydrated } from '#lib/browser/use-store.ts'
import { formId, type FormResult, outcomeOf } from '#lib/auth/account-outcome.ts'
import { callApi } from '#lib/browser/call-api.ts'
import { type AccountForm, endpoints } from '#lib/paths.ts'
import { useAccountMessages } from './use-messages.ts'

/**
 * How the owner proves their identity: by password, by a mailed code, or by a recent sign-in
 * (`session`).
 */
export type Proof = 'password' | 'code' | 'session'

type Props = {
  proof: Proof
  /** Error of the password or of the code. */
  error: string | undefined
  /** The form that needs the proof. */
  form: AccountForm
  /** Result of a form that was posted without scripts. */
  result: FormResult | null
}

/** Field by which the owner of an account proves their identity. */
export function ProofFields({ proof, error, form, result }: Props) {
  const t = useAccountMessages('account')
  const auth = useAccountMessages('auth')
  const isCodeResult = result?.form === 'code' && result.from === form
  const [outcome, setOutcome] = useState(isCodeResult ? result.outcome : null)
  const isHydrated = useHydrated()
  if (proof === 'session') return null
  if (proof === 'password') {
    return (
      <Field
        id={formId(form, 'proof')}
        label={t('password.present')}
        name="password"
        type="password"
        autoComplete="current-password"
        enterKeyHint="next"
        required
        reveal={{ show: auth('show'), hide: auth('hide') }}
        error={error}
      />
    )
  }
  async function requestCode() {
    const written = await callApi('verifyCodeAccount', {})
    setOutcome(written.ok ? 'code_sent' : outcomeOf({ ...written, code: written.code || 503 }))
  }
  return (
    <div className="space-y-2">
      {/* Enter submits with the first button, which must not be the one that requests a code. */}
      {!isHydrated && <button type="submit" className="sr-only" tabIndex={-1} aria-hidden />}
      <Field
        id={formId(form, 'proof')}
        label={t('proof.code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="next"
        maxLength={40}
        required
        help={t('proof.codeHelp')}
        error={error}
        action={
          <Button
            type={isHydrated ? 'button' : 'submit'}
            formAction={isHydrated ? undefined : endpoints.accountForm('code')}
            name="from"
            value={form}
            onClick={isHydrated ? () => void requestCode() : undefined}
            variant="secondary"
            className="h-11 shrink-0"
          >
            {auth('getCode')}
          </Button>
        }
      />
      <p aria-live="polite" className="text-sm text-content-muted">
        {outcome && t(`outcome.${outcome}`)}
      </p>
    </div>
  )
}
