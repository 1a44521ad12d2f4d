'use client'

import { useActionState } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { copyText } from '#components/ui/copy-button-client.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { SecretField } from '#components/ui/secret-field-client.tsx'
import { changeRelease } from '#lib/auth/change-release.ts'
import { EMPTY_RELEASE_FORM, type ReleaseFormState } from '#lib/auth/release-form.ts'

export type ReleaseFormLabels = Record<
  | 'newSecret'
  | 'test'
  | 'check'
  | 'daily'
  | 'secret'
  | 'once'
  | 'asked'
  | 'copy'
  | 'copied'
  | 'copyFailed',
  string
> & { errors: Record<NonNullable<ReleaseFormState['error']>, string> }

type Props = {
  /** Address of this page. */
  address: string
  locale: string
  projectId: string
  isDaily: boolean
  labels: ReleaseFormLabels
}

/** The buttons for the releases of a plugin. They post to a server action, with and without scripts. */
export function ReleaseForm({ address, locale, projectId, isDaily, labels }: Props) {
  // Without an address React renders `action=""`, which is invalid HTML.
  const [state, post, isPending] = useActionState(changeRelease, EMPTY_RELEASE_FORM, address)
  const { done, secret, error } = state
  const button = (intent: string, label: string) => (
    <SubmitButton isPending={isPending} variant="secondary" name="intent" value={intent}>
      {label}
    </SubmitButton>
  )
  return (
    <form action={post} className="space-y-4">
      <input type="hidden" name="locale" value={locale} />
      <input type="hidden" name="page" value={address} />
      <input type="hidden" name="project_id" value={projectId} />
      <div role="alert">{error && <Notice tone="danger">{labels.errors[error]}</Notice>}</div>
      <div role="status">
        {secret !== null && <Notice tone="success">{labels.once}</Notice>}
        {(done === 'test' || done === 'check') && <Notice tone="info">{labels.asked}</Notice>}
      </div>
      {secret !== null && <Secret secret={secret} labels={labels} />}
      <p className="flex flex-wrap gap-3">
        {button('secret', labels.newSecret)}
        {button('test', labels.test)}
        {button('check', labels.check)}
        {button(isDaily ? 'quiet' : 'daily', labels.daily)}
      </p>
    </form>
  )
}

function Secret({ secret, labels }: { secret: string; labels: ReleaseFormLabels }) {
  return (
    <div className="flex items-end gap-3">
      <SecretField label={labels.secret} secret={secret} />
      <button
        type="button"
        onClick={() => void copyText(secret, labels.copied, labels.copyFailed)}
        className={`needs-script ${buttonClass({ variant: 'secondary' })} h-11 cursor-pointer`}
      >
        <Icon name="copy" /> {labels.copy}
      </button>
    </div>
  )
}
