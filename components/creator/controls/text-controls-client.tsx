'use client'

import type { KeyboardEvent } from 'react'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { Field } from '#components/ui/field-client.tsx'
import { FIELDS } from '#lib/creator/fields.ts'
import { parseTags } from '#lib/contract/text.ts'
import { countedText } from '#lib/creator/values.ts'
import { CHANGE } from '#components/creator/files/use-suggestions-client.ts'
import type { ControlProps } from '#components/creator/form/form-types.ts'
import { SameTitleNotice } from './same-title-client.tsx'
import { useCounter } from './use-counter-client.ts'
import { useField, useInput } from './use-field-client.ts'

/** A line of text, with a counter near its limit. */
export function LineControl({ name }: ControlProps) {
  const { values, lang } = useCreatorForm()
  const field = useField(name)
  const counter = useCounter(countedText(values, name), FIELDS[name].maximum)
  return (
    <>
      <Field
        {...field}
        help={counter ?? field.help}
        lang={lang}
        dir="auto"
        autoComplete="off"
        enterKeyHint="next"
        {...useInput(name)}
      />
      {name === 'title' && <SameTitleNotice />}
    </>
  )
}

/** A version number. That of a published plugin changes when its repository is read again. */
export function VersionControl({ name }: ControlProps) {
  const { values, source, isEdit } = useCreatorForm()
  const isUnread = source === 'repository' && values.facts === null && values.packages.length === 0
  return (
    <Field
      {...useField(name)}
      // No decimal keyboard: it may have a comma instead of the point.
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="next"
      readOnly={FIELDS[name].followsSource === true && isEdit && isUnread}
      {...useInput(name)}
    />
  )
}

/** Tags, separated by commas, with their number. Enter ends a tag. */
export function TagsControl({ name }: ControlProps) {
  const { form, values } = useCreatorForm()
  const t = useFormMessages('creator')
  const field = useField(name)
  const count = parseTags(values.tags).length
  const counter = count > 0 ? ` ${t('saving.tagCount', { count: String(count) })}` : ''
  function endTag(event: KeyboardEvent) {
    // In an input method Enter chooses a candidate.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const tags = values.tags.trimEnd()
    if (tags !== '' && !/[,、，]$/.test(tags)) form.setValue('tags', `${tags}, `, CHANGE)
  }
  return (
    <Field
      {...field}
      help={`${field.help}${counter}`}
      dir="auto"
      autoComplete="off"
      enterKeyHint="done"
      onKeyDown={endTag}
      {...useInput(name)}
    />
  )
}

/** A time in UTC, so that it means the same without scripts. */
export function TimeControl({ name }: ControlProps) {
  return <Field {...useField(name)} type="datetime-local" {...useInput(name)} />
}
