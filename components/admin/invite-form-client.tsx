'use client'

import { ActionForm, useActionForm } from '#components/ui/action-form-client.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SecretField } from '#components/ui/secret-field-client.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { SubmitButton } from '#components/ui/submit-button-client.tsx'
import { type InviteState, inviteToRole } from '#lib/admin/invite.ts'
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

/** Invites to a role, and shows the link once. */
export function InviteForm({ address, labels }: { address: string; labels: InviteLabels }) {
  const { state, isPending, form } = useActionForm(inviteToRole, EMPTY, address)
  return (
    <ActionForm {...form} error={state.error && labels.errors[state.error]} className="space-y-4">
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
    </ActionForm>
  )
}
