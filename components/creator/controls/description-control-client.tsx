'use client'

import { useId, useState } from 'react'
import { FieldNote, noteIds } from '#components/ui/field-note.tsx'
import { LabelText } from '#components/ui/label-text.tsx'
import { DESCRIPTION_MAX } from '#lib/contract/limits.ts'
import { lengthOf } from '#lib/contract/text.ts'
import { countedText } from '#lib/creator/values.ts'
import type { ControlProps } from './fields-client.tsx'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { MarkdownPreview } from './markdown-preview-client.tsx'
import { useCounter } from './use-counter-client.ts'
import { useField } from './use-field-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

const tab =
  'cursor-pointer rounded-key px-3 py-1 text-sm text-content-muted aria-pressed:bg-surface-2 aria-pressed:text-content'

/** The description in Markdown, with a preview by the renderer of the project's page. */
export function DescriptionControl({ name }: ControlProps) {
  const { form, values, lang } = useCreatorForm()
  const t = useFormMessages('creator')
  const id = useId()
  const [isPreviewWanted, setPreview] = useState(false)
  const { label, optional, required, isMarked, error } = useField(name)
  const text = countedText(values, name)
  const help = t('descriptionHelp', { left: String(DESCRIPTION_MAX - lengthOf(text)) })
  useCounter(text, DESCRIPTION_MAX)
  // An error is shown where it can be corrected.
  const isPreview = isPreviewWanted && error === undefined
  return (
    <div className="space-y-1.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <label htmlFor={id} className="text-sm font-medium">
          <LabelText label={label} optional={optional} isRequired={isMarked} />
        </label>
        <span className="flex gap-1">
          <button
            type="button"
            aria-pressed={!isPreview}
            onClick={() => setPreview(false)}
            className={tab}
          >
            {t('write')}
          </button>
          <button
            type="button"
            aria-pressed={isPreview}
            onClick={() => setPreview(true)}
            className={tab}
          >
            {t('preview')}
          </button>
        </span>
      </div>
      <textarea
        id={id}
        rows={10}
        lang={lang}
        dir="auto"
        required={required}
        aria-invalid={error !== undefined}
        aria-describedby={noteIds(id, { error, help })}
        className={`w-full rounded-key border bg-surface-0 px-3 py-2 ${error ? 'border-danger' : 'border-line-control'} ${isPreview ? 'hidden' : ''}`}
        {...form.register(name)}
      />
      {isPreview && (
        <div className="min-h-64 rounded-key border border-line px-4 py-3">
          <MarkdownPreview text={values.description} />
        </div>
      )}
      <div className="tabular-nums">
        <FieldNote id={id} error={error} help={help} />
      </div>
    </div>
  )
}
