'use client'

import { ActionForm, useActionForm } from '#components/auth/action-form-client.tsx'
import { ChoiceRow, Select } from '#components/auth/choices.tsx'
import { Submit } from '#components/auth/submit.tsx'
import { useAccountMessages } from '#components/auth/use-messages.ts'
import { Field } from '#components/ui/field-client.tsx'
import { FieldNote, noteIds } from '#components/ui/field-note.tsx'
import { createToken } from '#lib/auth/create-token.ts'
import { isRefusal } from '#lib/auth/refusal.ts'
import { EMPTY_TOKEN_FORM, TOKEN_DAYS, type TokenError } from '#lib/auth/token-form.ts'
import {
  TOKEN_NAME_MAX,
  TOKEN_SCOPES,
  type TokenScope,
  TOKENS_MAX,
} from '#lib/contract/access-token.ts'
import { NewToken } from './new-token-client.tsx'

type Props = {
  /** Address of this page. */
  address: string
  /** The only project of the token, if it is for one. */
  projectId: string | null
  /** Page with all tokens. */
  back: string
  /** How programs send the token, before its secret. */
  header: string
}

/** Creates an access token and shows it once. */
export function TokenForm({ address, projectId, back, header }: Props) {
  const t = useAccountMessages('account.tokens')
  const outcome = useAccountMessages('account.outcome')
  const shared = useAccountMessages('form')
  const { state, isPending, form } = useActionForm(createToken, EMPTY_TOKEN_FORM, address)
  const { error, created } = state
  if (created) return <NewToken secret={created.secret} {...{ back, header }} />
  const textOf = (one: TokenError) =>
    isRefusal(one)
      ? outcome(one)
      : t(`error.${one}`, { max: one === 'name' ? TOKEN_NAME_MAX : TOKENS_MAX })
  const errorOf = (field: TokenError) => (error === field ? textOf(field) : undefined)
  return (
    <ActionForm
      {...form}
      fields={{ project_id: projectId }}
      error={error && error !== 'name' && error !== 'scopes' && textOf(error)}
    >
      <p className="text-sm text-content-muted">{shared('required')}</p>
      <Field
        // A rejected form has what was typed, also after React has reset it.
        key={state.name}
        label={t('name')}
        name="name"
        maxLength={TOKEN_NAME_MAX}
        autoComplete="off"
        required
        defaultValue={state.name}
        help={t('nameHelp')}
        error={errorOf('name')}
      />
      <Scopes chosen={state.scopes} error={errorOf('scopes')} />
      <Select name="days" label={t('days')} chosen={state.days}>
        {TOKEN_DAYS.map((count) => (
          <option key={count} value={count}>
            {t('validity', { count })}
          </option>
        ))}
      </Select>
      <Submit isPending={isPending} label={t('submit')} />
    </ActionForm>
  )
}

type ScopesProps = { chosen: readonly TokenScope[]; error: string | undefined }

function Scopes({ chosen, error }: ScopesProps) {
  const t = useAccountMessages('account.tokens')
  return (
    <fieldset className="space-y-3" aria-describedby={noteIds('scopes', { error })}>
      <legend className="text-sm font-medium">{t('scopes')}</legend>
      {TOKEN_SCOPES.map((scope) => (
        <ChoiceRow
          key={`${scope} ${chosen.join(' ')}`}
          id={`scope-${scope}`}
          type="checkbox"
          name="scopes"
          value={scope}
          defaultChecked={chosen.includes(scope)}
          aria-invalid={error !== undefined}
          label={t(`scope.${scope}`)}
          help={t(`scopeHelp.${scope}`)}
        />
      ))}
      <FieldNote id="scopes" error={error} />
    </fieldset>
  )
}
