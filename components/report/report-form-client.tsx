'use client'

import { ActionForm, useActionForm } from '#components/ui/action-form-client.tsx'
import { ChoiceRow } from '#components/ui/choice-row.tsx'
import { Field } from '#components/ui/field-client.tsx'
import { FieldNote } from '#components/ui/field-note.tsx'
import { SubmitButton } from '#components/ui/submit-button-client.tsx'
import { TextArea } from '#components/ui/text-area.tsx'
import { sendReport } from '#lib/report/send.ts'
import { EMPTY_REPORT, type ReportField, type ReportFormState } from '#lib/report/state.ts'

export type ReportLabels = {
  labels: Record<ReportField, string>
  help: Partial<Record<ReportField, string>>
  required: string
  optional: string
  errors: Record<NonNullable<ReportFormState['error']>, string>
  submit: string
}

type Props = {
  address: string
  /** What is reported, and why. */
  fields: Record<string, string>
  /** The fields that the reason has, beside text and address, and those that it needs. */
  shown: readonly ReportField[]
  needed: readonly ReportField[]
  texts: ReportLabels
}

/** The form of a report: the fields that its reason needs. */
export function ReportForm({ address, fields, shown, needed, texts }: Props) {
  const { state, isPending, form } = useActionForm(sendReport, EMPTY_REPORT, address)
  const { values, invalid, error } = state
  const propsOf = (name: ReportField) => ({
    id: `report-${name}`,
    name,
    label: texts.labels[name],
    help: texts.help[name],
    optional: needed.includes(name) ? undefined : texts.optional,
    error: invalid.includes(name) ? texts.required : undefined,
    // What was refused stays, also after React has reset the form.
    defaultValue: values[name],
  })
  const keyOf = (name: ReportField) => `${name} ${values[name] ?? ''}`
  return (
    <ActionForm {...form} fields={fields} error={error && texts.errors[error]}>
      {shown.includes('work') && <Field key={keyOf('work')} {...propsOf('work')} maxLength={300} />}
      {shown.includes('rights_holder') && (
        <Field key={keyOf('rights_holder')} {...propsOf('rights_holder')} maxLength={300} />
      )}
      <TextArea key={keyOf('text')} {...propsOf('text')} rows={6} />
      <Field key={keyOf('email')} {...propsOf('email')} type="email" autoComplete="email" />
      {shown.includes('statement') && (
        <div className="space-y-1.5">
          <ChoiceRow
            key={keyOf('statement')}
            id="report-statement"
            type="checkbox"
            name="statement"
            value="true"
            label={texts.labels.statement}
            help={texts.help.statement ?? ''}
            defaultChecked={values.statement === 'true'}
          />
          <FieldNote
            id="report-statement-note"
            error={invalid.includes('statement') ? texts.required : undefined}
          />
        </div>
      )}
      <SubmitButton isPending={isPending}>{texts.submit}</SubmitButton>
    </ActionForm>
  )
}
