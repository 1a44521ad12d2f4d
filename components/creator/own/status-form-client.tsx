'use client'

import { SubmitButton } from '#components/ui/submit-button-client.tsx'
import { Field } from '#components/ui/field-client.tsx'
import { type StatusFormState, statusStateSchema } from '#lib/own-projects/status-form.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { VISIBILITIES, type Visibility } from '#lib/contract/visibility.ts'
import { PostedForm, usePostedForm } from '#components/ui/form/posted-form-client.tsx'
import { ChoiceRow } from '#components/ui/choice-row.tsx'
import { useAccountMessages } from '#components/signed-in/use-messages.ts'

type Props = {
  kind: Kind
  id: string
  initial: StatusFormState
  /** Address of this page. */
  address: string
}

/** Visibility and deprecation of a project. */
export function StatusForm({ kind, id, initial, address }: Props) {
  const t = useAccountMessages('account.projectStatus')
  const outcome = useAccountMessages('account.outcome')
  const { state, isPending, form } = usePostedForm('status', statusStateSchema, initial, address)
  const { error, isSaved } = state
  return (
    <PostedForm
      {...form}
      fields={{ kind, project_id: id }}
      error={error && error !== 'reason' && error !== 'successor_unknown' && outcome(error)}
      success={isSaved && t('saved')}
    >
      <Where chosen={state.visibility} />
      <Deprecated state={state} />
      <SubmitButton isPending={isPending} variant="secondary">
        {t('save')}
      </SubmitButton>
    </PostedForm>
  )
}

function Where({ chosen }: { chosen: Visibility }) {
  const t = useAccountMessages('account.projectStatus')
  return (
    <fieldset className="space-y-3">
      <legend className="text-sm font-medium">{t('where')}</legend>
      {VISIBILITIES.map((visibility) => (
        <ChoiceRow
          // A saved form keeps what was chosen, also after React has reset it.
          key={`${visibility} ${chosen}`}
          id={`visibility-${visibility}`}
          type="radio"
          name="visibility"
          value={visibility}
          defaultChecked={visibility === chosen}
          label={t(visibility)}
          help={t(`${visibility}Help`)}
        />
      ))}
    </fieldset>
  )
}

/** The fields of a deprecation follow its box, so that they are only shown with it. */
function Deprecated({ state }: { state: StatusFormState }) {
  const t = useAccountMessages('account.projectStatus')
  const optional = useAccountMessages('form')('optional')
  const { isDeprecated, reason, successor, error } = state
  return (
    <div className="group space-y-4">
      <label className="flex cursor-pointer items-start gap-3 text-sm">
        <input
          key={String(isDeprecated)}
          type="checkbox"
          name="deprecated"
          defaultChecked={isDeprecated}
          className="size-5 shrink-0 cursor-pointer accent-accent"
        />
        {t('deprecated')}
      </label>
      <div className="hidden space-y-4 [.group:has(:checked)_&]:block">
        <Field
          key={`reason ${reason}`}
          label={t('reason')}
          name="reason"
          optional={optional}
          autoComplete="off"
          dir="auto"
          defaultValue={reason}
          error={error === 'reason' ? t('reasonLong') : undefined}
        />
        <Field
          key={`successor ${successor}`}
          label={t('successor')}
          name="successor"
          optional={optional}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          defaultValue={successor}
          help={t('successorHelp')}
          error={error === 'successor_unknown' ? t('unknown') : undefined}
        />
      </div>
    </div>
  )
}
