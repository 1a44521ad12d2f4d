'use client'

import { useActionState } from 'react'
import { ChoiceRow } from '#components/ui/choice-row.tsx'
import { Field } from '#components/ui/field-client.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { changeStatus } from '#lib/auth/change-status.ts'
import type { StatusError, StatusFormState } from '#lib/auth/status-form.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { VISIBILITIES, type Visibility } from '#lib/contract/visibility.ts'

export type StatusFormLabels = Record<
  'where' | 'deprecated' | 'reason' | 'successor' | 'successorHelp' | 'optional' | 'save' | 'saved',
  string
> & {
  visibility: Record<Visibility, { label: string; help: string }>
  errors: Record<StatusError, string>
}

type Props = {
  kind: Kind
  id: string
  initial: StatusFormState
  /** Address of this page. */
  address: string
  locale: string
  labels: StatusFormLabels
}

/** Visibility and deprecation of a project. Posts to a server action, with and without scripts. */
export function StatusForm({ kind, id, initial, address, locale, labels }: Props) {
  // Without an address React renders `action=""`, which is invalid HTML.
  const [state, post, isPending] = useActionState(changeStatus, initial, address)
  const { error, isSaved } = state
  const isOfField = error === 'reason' || error === 'successor_unknown'
  return (
    <form action={post} className="space-y-6" noValidate>
      <div role="alert">
        {error && !isOfField && <Notice tone="danger">{labels.errors[error]}</Notice>}
      </div>
      <div role="status">{isSaved && <Notice tone="success">{labels.saved}</Notice>}</div>
      <input type="hidden" name="locale" value={locale} />
      <input type="hidden" name="page" value={address} />
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="project_id" value={id} />
      <Where chosen={state.visibility} labels={labels} />
      <Deprecated state={state} labels={labels} />
      <SubmitButton isPending={isPending} variant="secondary">
        {labels.save}
      </SubmitButton>
    </form>
  )
}

function Where({ chosen, labels }: { chosen: Visibility; labels: StatusFormLabels }) {
  return (
    <fieldset className="space-y-3">
      <legend className="text-sm font-medium">{labels.where}</legend>
      {VISIBILITIES.map((visibility) => (
        <ChoiceRow
          // A saved form keeps what was chosen, also after React has reset it.
          key={`${visibility} ${chosen}`}
          type="radio"
          id={`visibility-${visibility}`}
          name="visibility"
          value={visibility}
          defaultChecked={visibility === chosen}
          {...labels.visibility[visibility]}
        />
      ))}
    </fieldset>
  )
}

/** The fields of a deprecation follow its box, so that they are only shown with it. */
function Deprecated({ state, labels }: { state: StatusFormState; labels: StatusFormLabels }) {
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
        {labels.deprecated}
      </label>
      <div className="hidden space-y-4 group-has-checked:block">
        <Field
          key={`reason ${reason}`}
          label={labels.reason}
          name="reason"
          optional={labels.optional}
          autoComplete="off"
          dir="auto"
          defaultValue={reason}
          error={error === 'reason' ? labels.errors.reason : undefined}
        />
        <Field
          key={`successor ${successor}`}
          label={labels.successor}
          name="successor"
          optional={labels.optional}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          defaultValue={successor}
          help={labels.successorHelp}
          error={error === 'successor_unknown' ? labels.errors.successor_unknown : undefined}
        />
      </div>
    </div>
  )
}
