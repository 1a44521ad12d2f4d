'use client'

import { useEffect, useRef } from 'react'
import { SubmitButton } from '#components/ui/submit-button-client.tsx'
import { PostedForm, usePostedForm } from '#components/ui/form/posted-form-client.tsx'
import { ChoiceRow } from '#components/ui/choice-row.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { useAccountMessages } from '#components/signed-in/use-messages.ts'
import { Field } from '#components/ui/field-client.tsx'
import { FieldNote, noteIds } from '#components/ui/field-note.tsx'
import { isRefusal } from '#lib/refusal.ts'
import {
  EMPTY_TOKEN_FORM,
  TOKEN_DAYS,
  type TokenError,
  type TokenFormState,
  tokenStateSchema,
} from '#lib/programs/token-form.ts'
import {
  TOKEN_NAME_MAX,
  TOKEN_SCOPES,
  type TokenScope,
  TOKENS_MAX,
} from '#lib/contract/access-token.ts'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { copyText } from '#components/ui/copy-button-client.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SecretField } from '#components/ui/secret-field-client.tsx'

type Props = {
  /** Address of this page. */
  address: string
  /** State of the form, if it was posted without scripts. */
  kept: TokenFormState | null
  /** The only project of the token, if it is for one. */
  projectId: string | null
  /** Page with all tokens. */
  back: string
  /** How programs send the token, before its secret. */
  header: string
}

/** Creates an access token and shows it once. */
export function TokenForm({ address, kept, projectId, back, header }: Props) {
  const t = useAccountMessages('account.tokens')
  const outcome = useAccountMessages('account.outcome')
  const auth = useAccountMessages('auth')
  const shared = useAccountMessages('form')
  const { state, isPending, form } = usePostedForm(
    'token',
    tokenStateSchema,
    kept ?? EMPTY_TOKEN_FORM,
    address,
  )
  const { error, created } = state
  if (created) return <NewToken secret={created.secret} {...{ back, header }} />
  const textOf = (one: TokenError) =>
    isRefusal(one)
      ? outcome(one)
      : t(`error.${one}`, { max: one === 'name' ? TOKEN_NAME_MAX : TOKENS_MAX })
  const errorOf = (field: TokenError) => (error === field ? textOf(field) : undefined)
  return (
    <PostedForm
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
      <div className="max-w-60">
        <SelectField
          key={state.days}
          id="days"
          name="days"
          label={t('days')}
          defaultValue={state.days}
          options={TOKEN_DAYS.map((count) => ({ value: count, label: t('validity', { count }) }))}
        />
      </div>
      <SubmitButton isPending={isPending} pending={auth('pending')}>
        {t('submit')}
      </SubmitButton>
    </PostedForm>
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

type NewProps = {
  secret: string
  back: string
  /** How programs send the token, before its secret. */
  header: string
}

/** A new access token, which is shown this once. */
export function NewToken({ secret, back, header }: NewProps) {
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
