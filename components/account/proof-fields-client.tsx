'use client'

import { useState } from 'react'
import { Field } from '#components/ui/field-client.tsx'
import { useHydrated } from '#lib/browser/use-store.ts'
import { usePost } from '#components/ui/form/use-post-client.ts'
import {
  accountStateSchema,
  formId,
  type FormResult,
  UNANSWERED,
} from '#lib/account/account-outcome.ts'
import type { AccountForm } from '#lib/form/table.ts'
import { endpoints } from '#lib/paths.ts'
import { CodeButton, useCountdown, type Wait } from '#components/ui/code-button-client.tsx'
import { useAccountMessages } from '#components/signed-in/use-messages.ts'

/**
 * How the owner proves their identity: by password, by a mailed code, or by a recent sign-in
 * (`session`).
 */
export type AccountProof = 'password' | 'code' | 'session'

type Props = {
  proof: AccountProof
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
  const { post, isPending } = usePost('account-code', accountStateSchema)
  const [nextCode, setNextCode] = useState<Wait>(null)
  const left = useCountdown(nextCode)
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
  const labels = {
    getCode: auth('getCode'),
    retry: auth('retry'),
    retryIn: auth('retryIn', { seconds: '{seconds}' }),
    retryInMinutes: auth('retryInMinutes', { minutes: '{minutes}' }),
  }
  async function requestCode() {
    if (isPending || left > 0) return
    const answer = await post(new FormData())
    if (!answer) return
    const { outcomes, wait } = answer.state ?? UNANSWERED
    if (wait !== null) setNextCode({ id: crypto.randomUUID(), wait })
    setOutcome(outcomes[0] ?? null)
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
          <CodeButton
            type={isHydrated ? 'button' : 'submit'}
            formAction={isHydrated ? undefined : endpoints.form('account-code')}
            name="from"
            value={form}
            onClick={isHydrated ? () => void requestCode() : undefined}
            labels={labels}
            isAgain={nextCode !== null}
            {...{ isPending, left }}
          />
        }
      />
      <p aria-live="polite" className="text-sm text-content-muted">
        {outcome && t(`outcome.${outcome}`)}
      </p>
    </div>
  )
}
