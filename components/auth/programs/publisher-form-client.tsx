'use client'

import { useActionState } from 'react'
import { Field } from '#components/ui/field-client.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { addPublisher } from '#lib/auth/add-publisher.ts'
import { EventFields, type EventLabels } from './event-fields.tsx'
import {
  EMPTY_PUBLISHER_FORM,
  type PublisherError,
  type PublisherField,
} from '#lib/auth/publisher-form.ts'
import { type Kind, KINDS } from '#lib/contract/kind.ts'

type TextField = Exclude<PublisherField, 'kind' | 'issuer'>
export type PublisherFormLabels = Record<
  PublisherField | `${TextField}Help` | 'optional' | 'submit' | 'pending' | 'added' | 'back',
  string
> & {
  kinds: Record<Kind, string>
  events: EventLabels
  errors: Record<PublisherError, string>
}

type Props = {
  /** Address of this page. */
  address: string
  locale: string
  /** `null` for the first release of a project. */
  projectId: string | null
  issuers: readonly { url: string; service: string }[]
  /** Page with the project or the account. */
  back: string
  labels: PublisherFormLabels
}

/** Fields that an error without a name of its own concerns. */
const FIELD_OF: Partial<Record<PublisherError, TextField>> = {
  no_repository: 'repository',
  private_repository: 'repository_id',
}

/** Trusts a workflow of a repository. Posts to a server action, with and without scripts. */
export function PublisherForm({ address, locale, projectId, issuers, back, labels }: Props) {
  // Without an address React renders `action=""`, which is invalid HTML.
  const [state, post, isPending] = useActionState(addPublisher, EMPTY_PUBLISHER_FORM, address)
  const { values, events, error, isAdded } = state
  const concerned = error && (FIELD_OF[error] ?? error)
  const isOfField = concerned !== null && TEXT_FIELDS.has(concerned)
  const field = (name: TextField, isOptional = false) => (
    <Field
      // A rejected form has what was typed, also after React has reset it.
      key={`${name} ${values[name]}`}
      label={labels[name]}
      name={name}
      defaultValue={values[name]}
      autoComplete="off"
      dir={name === 'title' ? 'auto' : 'ltr'}
      spellCheck={false}
      help={labels[`${name}Help`]}
      error={error && concerned === name ? labels.errors[error] : undefined}
      {...(isOptional ? { optional: labels.optional } : { required: true })}
    />
  )
  const choice = (name: 'kind' | 'issuer', options: { value: string; label: string }[]) => (
    <div className="max-w-80">
      <SelectField
        key={values[name]}
        id={name}
        name={name}
        label={labels[name]}
        defaultValue={values[name] || undefined}
        options={options}
      />
    </div>
  )
  return (
    <form action={post} className="space-y-6" noValidate>
      <div role="alert">
        {error && !isOfField && error !== 'events' && (
          <Notice tone="danger">{labels.errors[error]}</Notice>
        )}
      </div>
      <div role="status">
        {isAdded && (
          <Notice tone="success">
            {labels.added}{' '}
            <a href={back} className="underline underline-offset-4">
              {labels.back}
            </a>
          </Notice>
        )}
      </div>
      <input type="hidden" name="locale" value={locale} />
      <input type="hidden" name="page" value={address} />
      {projectId === null ? (
        <>
          {choice(
            'kind',
            KINDS.map((kind) => ({ value: kind, label: labels.kinds[kind] })),
          )}
          {field('title')}
        </>
      ) : (
        <input type="hidden" name="project_id" value={projectId} />
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
        labels={labels.events}
        error={error === 'events' ? labels.errors.events : undefined}
      />
      {field('repository_id', true)}
      {field('owner_id', true)}
      <SubmitButton isPending={isPending} pending={labels.pending}>
        {labels.submit}
      </SubmitButton>
    </form>
  )
}

const TEXT_FIELDS: ReadonlySet<string> = new Set<TextField>([
  'title',
  'repository',
  'repository_id',
  'owner_id',
  'workflow',
  'environment',
])
