'use client'

import { NOTES_MAX, DESCRIPTION_MAX } from '#lib/contract/limits.ts'
import { lengthOf } from '#lib/contract/text.ts'
import { countedText } from '#lib/creator/values.ts'
import type { ControlProps } from '#components/creator/form/form-types.ts'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { useCounter } from './use-counter-client.ts'
import { useField, useInput } from './use-field-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { MarkdownArea } from './markdown-area-client.tsx'

/** The description, with the number of characters that are left. */
export function DescriptionControl({ name }: ControlProps) {
  const { values, lang } = useCreatorForm()
  const t = useFormMessages('creator')
  const text = countedText(values, name)
  const help = t('descriptionHelp', { left: String(DESCRIPTION_MAX - lengthOf(text)) })
  useCounter(text, DESCRIPTION_MAX)
  return (
    <MarkdownArea
      {...useField(name)}
      {...useInput(name)}
      {...{ help, lang }}
      of="description"
      text={values.description}
      rows={10}
    />
  )
}

/** What is new in a version. */
export function NotesControl({ name }: ControlProps) {
  const { values, lang } = useCreatorForm()
  const field = useField(name)
  const counter = useCounter(countedText(values, name), NOTES_MAX)
  return (
    <MarkdownArea
      {...field}
      {...useInput(name)}
      help={counter ?? field.help}
      lang={lang}
      of="notes"
      text={values.notes}
      rows={5}
    />
  )
}
