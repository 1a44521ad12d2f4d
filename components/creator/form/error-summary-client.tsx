'use client'

import { useFormatter } from 'next-intl'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { Icon } from '#components/ui/icons.tsx'
import { type FieldName, FIELD_NAMES, FIELDS } from '#lib/creator/fields.ts'
import { ERRORS_ID } from '#lib/creator/plain-form.ts'
import { focusField, inputId } from './focus-field-client.ts'
import { useCreatorForm } from './form-context-client.ts'
import { useErrorText } from './use-error-messages-client.ts'

/**
 * What is wrong after a submit: the invalid fields in page order, and why the server refused the form. The region exists
 * before it is filled. It has the focus after a submit without scripts.
 */
export function ErrorSummary() {
  const { invalid, posted } = useCreatorForm()
  const t = useFormMessages('creator.plain')
  const form = useFormMessages('form')
  const format = useFormatter()
  const describe = useErrorText()
  const names = posted
    ? FIELD_NAMES.filter((name) => posted.some(({ field }) => field === name))
    : invalid.names
  const others = posted?.filter(({ field }) => field === null) ?? []
  const [before = '', after = ''] = form('invalid', { fields: '\n' }).split('\n')
  return (
    <div role="alert" id={ERRORS_ID} tabIndex={-1} className="scroll-mt-24 empty:absolute">
      {names.length + others.length > 0 && (
        <div
          key={invalid.attempt}
          className="flex gap-3 rounded-card border border-danger/60 bg-surface-1 px-4 py-3 text-sm"
        >
          <Icon name="warning" className="mt-0.5 size-4 shrink-0 text-danger" />
          <div className="min-w-0 break-words">
            {posted && <p className="font-semibold text-danger">{t('notSaved')}</p>}
            {others.map(describe).map((text) => (
              <p key={text}>{text}</p>
            ))}
            {names.length > 0 && (
              <p>
                {before}
                {format.list(
                  names.map((name) => <FieldLink key={name} name={name} />),
                  { type: 'conjunction' },
                )}
                {after}
              </p>
            )}
          </div>
        </div>
      )}
    </div>
  )
}

function FieldLink({ name }: { name: FieldName }) {
  const t = useFormMessages('creator')
  return (
    <a
      href={`#${inputId(name)}`}
      // A field that is left by the press may shorten the summary: the click would miss the link.
      onMouseDown={(event) => event.preventDefault()}
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
