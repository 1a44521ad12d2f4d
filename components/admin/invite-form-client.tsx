'use client'

import { PostedForm, usePostedForm } from '#components/ui/form/posted-form-client.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SecretField } from '#components/ui/secret-field-client.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { SubmitButton } from '#components/ui/submit-button-client.tsx'
import { type InviteState, inviteStateSchema } from '#lib/admin/site-forms.ts'
import type { Role } from '#lib/contract/admin/role.ts'

export type InviteLabels = {
  role: string
  roles: Record<Role, string>
  submit: string
  link: string
  once: string
  errors: Record<NonNullable<InviteState['error']>, string>
}

const EMPTY: InviteState = { role: 'moderator', error: null, link: null }

type Props = {
  address: string
  /** State of the form, if it was posted without scripts. */
  kept: InviteState | null
  labels: InviteLabels
}

/** Invites to a role, and shows the link once. */
export function InviteForm({ address, kept, labels }: Props) {
  const { state, isPending, form } = usePostedForm(
    'invite',
    inviteStateSchema,
    kept ?? EMPTY,
    address,
  )
  return (
    <PostedForm {...form} error={state.error && labels.errors[state.error]} className="space-y-4">
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          key={state.role}
          id="invite-role"
          name="role"
          label={labels.role}
          defaultValue={state.role}
          options={Object.entries(labels.roles).map(([value, label]) => ({ value, label }))}
        />
        <SubmitButton isPending={isPending} variant="secondary">
          {labels.submit}
        </SubmitButton>
      </div>
      {state.link !== null && (
        <div className="space-y-3">
          <Notice tone="success">{labels.once}</Notice>
          <SecretField label={labels.link} secret={state.link} />
        </div>
      )}
    </PostedForm>
  )
}
