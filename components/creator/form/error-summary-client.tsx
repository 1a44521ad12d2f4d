'use client'

import { useFormatter } from 'next-intl'
import { Icon } from '#components/ui/icons.tsx'
import { type FieldName, FIELDS } from '#lib/creator/fields.ts'
import { fieldId, focusField } from './focus-field-client.ts'
import { useCreatorForm } from './form-context-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

/** The invalid fields after a submit, in page order. The region exists before it is filled. */
export function ErrorSummary() {
  const { invalid } = useCreatorForm()
  const form = useFormMessages('form')
  const { attempt, names } = invalid
  const [before = '', after = ''] = form('invalid', { fields: '\n' }).split('\n')
  const format = useFormatter()
  return (
    <div role="alert" className="empty:absolute">
      {names.length > 0 && (
        <p
          key={attempt}
          className="flex gap-3 rounded-card border border-danger/60 bg-surface-1 px-4 py-3 text-sm"
        >
          <Icon name="warning" className="mt-0.5 size-4 shrink-0 text-danger" />
          <span className="min-w-0">
            {before}
            {format.list(
              names.map((name) => <FieldLink key={name} name={name} />),
              { type: 'conjunction' },
            )}
            {after}
          </span>
        </p>
      )}
    </div>
  )
}

function FieldLink({ name }: { name: FieldName }) {
  const t = useFormMessages('creator')
  return (
    <a
      href={`#${fieldId(name)}`}
      onClick={(event) => {
        event.preventDefault()
        focusField(name)
      }}
      className="underline underline-offset-4"
    >
      {t(FIELDS[name].label)}
    </a>
  )
}
