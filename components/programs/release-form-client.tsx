'use client'

import { PostedForm, usePostedForm } from '#components/ui/form/posted-form-client.tsx'
import { useAccountMessages } from '#components/signed-in/use-messages.ts'
import { Button } from '#components/ui/button.tsx'
import { copyText } from '#components/ui/copy-button-client.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SecretField } from '#components/ui/secret-field-client.tsx'
import { SubmitButton } from '#components/ui/submit-button-client.tsx'
import {
  EMPTY_RELEASE_FORM,
  type ReleaseFormState,
  type ReleaseIntent,
  releaseStateSchema,
} from '#lib/programs/release-form.ts'

type Props = {
  /** Address of this page. */
  address: string
  /** State of the form, if it was posted without scripts. */
  kept: ReleaseFormState | null
  projectId: string
  hasSecret: boolean
  isDaily: boolean
}

/** The buttons for the releases of a plugin. */
export function ReleaseForm({ address, kept, projectId, hasSecret, isDaily }: Props) {
  const t = useAccountMessages('account.releases')
  const outcome = useAccountMessages('account.outcome')
  const { state, isPending, form } = usePostedForm(
    'release',
    releaseStateSchema,
    kept ?? EMPTY_RELEASE_FORM,
    address,
  )
  const { done, secret, error } = state
  const button = (intent: ReleaseIntent, label: string) => (
    <SubmitButton isPending={isPending} variant="secondary" name="intent" value={intent}>
      {label}
    </SubmitButton>
  )
  return (
    <PostedForm
      {...form}
      fields={{ project_id: projectId }}
      error={error && outcome(error)}
      success={secret !== null && t('once')}
      className="space-y-4"
    >
      <div role="status">
        {(done === 'test' || done === 'check') && <Notice tone="info">{t('asked')}</Notice>}
      </div>
      {secret !== null && <Secret secret={secret} />}
      <p className="flex flex-wrap gap-3">
        {button('secret', t(hasSecret ? 'renew' : 'newSecret'))}
        {button('test', t('test'))}
        {button('check', t('check'))}
        {isDaily ? button('quiet', t('dailyOff')) : button('daily', t('dailyOn'))}
      </p>
    </PostedForm>
  )
}

function Secret({ secret }: { secret: string }) {
  const t = useAccountMessages('account.releases')
  const detail = useAccountMessages('detail')
  return (
    <div className="flex items-end gap-3">
      <SecretField label={t('secret')} secret={secret} />
      <Button
        onClick={() => void copyText(secret, detail('copied'), detail('copyFailed'))}
        variant="secondary"
        className="needs-script   h-11"
      >
        <Icon name="copy" /> {t('copy')}
      </Button>
    </div>
  )
}
