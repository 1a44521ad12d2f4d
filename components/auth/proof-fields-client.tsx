'use client'

import { useState } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field-client.tsx'
import { useHydrated } from '#components/ui/use-hydrated-client.ts'
import type { AccountOutcome } from '#lib/auth/account-outcome.ts'
import { write } from '#lib/api/client.ts'
import { outcomeOf } from '#lib/auth/account-outcome.ts'

/** How an account shows that its owner is present; `session`: by a sign-in of just now. */
export type Proof = 'password' | 'code' | 'session'

export type ProofWords = Record<
  'present' | 'code' | 'codeHelp' | 'getCode' | 'show' | 'hide',
  string
>
export type OutcomeWords = Record<AccountOutcome, string>

type Props = {
  proof: Proof
  words: ProofWords
  outcomes: OutcomeWords
  /** What is wrong with the password or the code. */
  fault: string | undefined
  /** The form by whose button a code is asked for where scripts are missing. */
  codeForm: string
}

/** The field by which the owner of an account shows that they are present. */
export function ProofFields({ proof, words, outcomes, fault, codeForm }: Props) {
  const [said, setSaid] = useState<AccountOutcome | null>(null)
  const isHydrated = useHydrated()
  if (proof === 'session') return null
  if (proof === 'password') {
    return (
      <Field
        label={words.present}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        reveal={words}
        fault={fault}
      />
    )
  }
  async function ask() {
    const written = await write({ method: 'POST', path: '/account/verify_code' })
    setSaid(written.ok ? 'code_sent' : outcomeOf(written.code || 503, written.reason ?? undefined))
  }
  return (
    <div className="space-y-2">
      <Field
        label={words.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={40}
        required
        help={words.codeHelp}
        fault={fault}
        beside={
          <button
            type={isHydrated ? 'button' : 'submit'}
            form={isHydrated ? undefined : codeForm}
            onClick={isHydrated ? () => void ask() : undefined}
            className={`${buttonClass({ variant: 'secondary' })} h-11 shrink-0 cursor-pointer`}
          >
            {words.getCode}
          </button>
        }
      />
      <p aria-live="polite" className="text-sm text-content-muted empty:hidden">
        {said && outcomes[said]}
      </p>
    </div>
  )
}
