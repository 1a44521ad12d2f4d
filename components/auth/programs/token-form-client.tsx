'use client'

import { useActionState } from 'react'
import { ChoiceRow } from '#components/ui/choice-row.tsx'
import { Field } from '#components/ui/field-client.tsx'
import { FieldNote, noteIds } from '#components/ui/field-note.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { createToken } from '#lib/auth/create-token.ts'
import { EMPTY_TOKEN_FORM, TOKEN_DAYS, type TokenError } from '#lib/auth/token-form.ts'
import { TOKEN_NAME_MAX, TOKEN_SCOPES, type TokenScope } from '#lib/contract/access-token.ts'
import { NewToken, type NewTokenLabels } from './new-token-client.tsx'

export type TokenFormLabels = NewTokenLabels &
  Record<'name' | 'nameHelp' | 'scopes' | 'days' | 'submit' | 'pending' | 'required', string> & {
    scope: Record<TokenScope, { label: string; help: string }>
    validity: Record<(typeof TOKEN_DAYS)[number], string>
    errors: Record<TokenError, string>
  }

type Props = {
  /** Address of this page. */
  address: string
  locale: string
  /** The only project of the token, if it is for one. */
  projectId: string | null
  /** Page with all tokens. */
  back: string
  labels: TokenFormLabels
}

/** Creates an access token and shows it once. Posts to a server action, with and without scripts. */
export function TokenForm({ address, locale, projectId, back, labels }: Props) {
  // Without an address React renders `action=""`, which is invalid HTML.
  const [state, post, isPending] = useActionState(createToken, EMPTY_TOKEN_FORM, address)
  const { error, created } = state
  if (created) return <NewToken secret={created.secret} back={back} labels={labels} />
  const general = error === 'name' || error === 'scopes' ? null : error
  return (
    <form action={post} className="space-y-6" noValidate>
      <div role="alert">{general && <Notice tone="danger">{labels.errors[general]}</Notice>}</div>
      <p className="text-sm text-content-muted">{labels.required}</p>
      <input type="hidden" name="locale" value={locale} />
      <input type="hidden" name="page" value={address} />
      {projectId !== null && <input type="hidden" name="project_id" value={projectId} />}
      <Field
        // A rejected form has what was typed, also after React has reset it.
        key={state.name}
        label={labels.name}
        name="name"
        maxLength={TOKEN_NAME_MAX}
        autoComplete="off"
        required
        defaultValue={state.name}
        help={labels.nameHelp}
        error={error === 'name' ? labels.errors.name : undefined}
      />
      <Scopes chosen={state.scopes} labels={labels} isInvalid={error === 'scopes'} />
      <div className="max-w-60">
        <SelectField
          key={state.days}
          id="days"
          name="days"
          label={labels.days}
          defaultValue={state.days}
          options={TOKEN_DAYS.map((days) => ({ value: days, label: labels.validity[days] }))}
        />
      </div>
      <SubmitButton isPending={isPending} pending={labels.pending}>
        {labels.submit}
      </SubmitButton>
    </form>
  )
}

type ScopesProps = { chosen: readonly TokenScope[]; labels: TokenFormLabels; isInvalid: boolean }

function Scopes({ chosen, labels, isInvalid }: ScopesProps) {
  const error = isInvalid ? labels.errors.scopes : undefined
  return (
    <fieldset className="space-y-3" aria-describedby={noteIds('scopes', { error })}>
      <legend className="text-sm font-medium">{labels.scopes}</legend>
      {TOKEN_SCOPES.map((scope) => (
        <ChoiceRow
          key={`${scope} ${chosen.join(' ')}`}
          type="checkbox"
          id={`scope-${scope}`}
          name="scopes"
          value={scope}
          defaultChecked={chosen.includes(scope)}
          aria-invalid={isInvalid}
          {...labels.scope[scope]}
        />
      ))}
      <FieldNote id="scopes" error={error} />
    </fieldset>
  )
}
