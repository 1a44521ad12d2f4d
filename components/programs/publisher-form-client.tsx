'use client'

import { SubmitButton } from '#components/ui/submit-button-client.tsx'
import { PostedForm, usePostedForm } from '#components/ui/form/posted-form-client.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { useAccountMessages } from '#components/signed-in/use-messages.ts'
import { Field } from '#components/ui/field-client.tsx'
import {
  EMPTY_PUBLISHER_FORM,
  type PublisherError,
  type PublisherFormState,
  publisherStateSchema,
} from '#lib/programs/publisher-form.ts'
import { isRefusal } from '#lib/refusal.ts'
import { KINDS } from '#lib/contract/kind.ts'
import { PUBLISHERS_MAX } from '#lib/contract/publisher.ts'
import { EventFields } from './event-fields.tsx'

type Props = {
  /** Address of this page. */
  address: string
  /** State of the form, if it was posted without scripts. */
  kept: PublisherFormState | null
  /** `null` for the first release of a project. */
  projectId: string | null
  issuers: readonly { url: string; service: string }[]
  /** Page with the project or the account. */
  back: string
}

/** Text fields: their labels and helps, and the errors that concern them. */
const FIELDS = {
  title: { label: 'firstTitle', help: 'firstTitleHelp', errors: ['title'] },
  repository: {
    label: 'repository',
    help: 'repositoryHelp',
    errors: ['repository', 'no_repository'],
  },
  workflow: { label: 'workflow', help: 'workflowHelp', errors: ['workflow'] },
  environment: { label: 'environment', help: 'environmentHelp', errors: ['environment'] },
  repository_id: {
    label: 'repositoryId',
    help: 'idsHelp',
    errors: ['repository_id', 'private_repository'],
  },
  owner_id: { label: 'ownerId', help: 'ownerIdHelp', errors: ['owner_id'] },
} as const
type TextField = keyof typeof FIELDS
const OF_FIELDS: ReadonlySet<PublisherError> = new Set([
  'events',
  ...Object.values(FIELDS).flatMap(({ errors }) => errors),
])

/** Trusts a workflow of a repository. */
export function PublisherForm({ address, kept, projectId, issuers, back }: Props) {
  const t = useAccountMessages('account.publishers')
  const auth = useAccountMessages('auth')
  const kinds = useAccountMessages('kind')
  const optional = useAccountMessages('form')('optional')
  const textOf = usePublisherErrors()
  const { state, isPending, form } = usePostedForm(
    'publisher',
    publisherStateSchema,
    kept ?? EMPTY_PUBLISHER_FORM,
    address,
  )
  const { values, events, error, isAdded } = state
  const field = (name: TextField, isOptional = false) => {
    const { label, help, errors } = FIELDS[name]
    return (
      <Field
        // A rejected form has what was typed, also after React has reset it.
        key={`${name} ${values[name]}`}
        label={t(label)}
        name={name}
        defaultValue={values[name]}
        autoComplete="off"
        dir={name === 'title' ? 'auto' : 'ltr'}
        spellCheck={false}
        help={t(help)}
        error={error && errors.some((one) => one === error) ? textOf(error) : undefined}
        {...(isOptional ? { optional } : { required: true })}
      />
    )
  }
  const choice = (name: 'kind' | 'issuer', options: { value: string; label: string }[]) => (
    <div className="max-w-80">
      <SelectField
        key={values[name]}
        id={name}
        name={name}
        label={t(name)}
        defaultValue={values[name] || undefined}
        options={options}
      />
    </div>
  )
  return (
    <PostedForm
      {...form}
      fields={{ project_id: projectId }}
      error={error && !OF_FIELDS.has(error) && textOf(error)}
      success={
        isAdded && (
          <>
            {t('added')}{' '}
            <a href={back} className="underline underline-offset-4">
              {t('back')}
            </a>
          </>
        )
      }
    >
      {projectId === null && (
        <>
          {choice(
            'kind',
            KINDS.map((kind) => ({ value: kind, label: kinds(`${kind}.one`) })),
          )}
          {field('title')}
        </>
      )}
      {choice(
        'issuer',
        issuers.map(({ url, service }) => ({ value: url, label: service })),
      )}
      {field('repository')}
      {field('workflow')}
      {field('environment', true)}
      <EventFields
        key={events.join()}
        id="events"
        chosen={events}
        error={error === 'events' ? textOf(error) : undefined}
      />
      {field('repository_id', true)}
      {field('owner_id', true)}
      <SubmitButton isPending={isPending} pending={auth('pending')}>
        {t('submit')}
      </SubmitButton>
    </PostedForm>
  )
}

/** The text of an error. */
function usePublisherErrors() {
  const t = useAccountMessages('account.publishers.error')
  const outcome = useAccountMessages('account.outcome')
  return (error: PublisherError) => {
    if (error === 'events') return outcome('no_events')
    if (error === 'kind' || error === 'issuer') return outcome('refused')
    if (error === 'repository_id' || error === 'owner_id') return t('ids')
    return isRefusal(error) ? outcome(error) : t(error, { max: PUBLISHERS_MAX })
  }
}
