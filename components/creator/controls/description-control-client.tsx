'use client'

import { useState } from 'react'
import { TextArea } from '#components/ui/text-area.tsx'
import { DESCRIPTION_MAX } from '#lib/contract/limits.ts'
import { lengthOf } from '#lib/contract/text.ts'
import { countedText } from '#lib/creator/values.ts'
import type { ControlProps } from '#components/creator/form/form-types.ts'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { MarkdownPreview } from './markdown-preview-client.tsx'
import { useCounter } from './use-counter-client.ts'
import { useField, useInput } from './use-field-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

const tab =
  'cursor-pointer rounded-key px-3 py-1 text-sm text-content-muted aria-pressed:bg-surface-2 aria-pressed:text-content'

/** The description in Markdown, with a preview by the renderer of the project's page. */
export function DescriptionControl({ name }: ControlProps) {
  const { values, lang } = useCreatorForm()
  const t = useFormMessages('creator')
  const [isPreviewWanted, setPreview] = useState(false)
  const field = useField(name)
  const text = countedText(values, name)
  const help = t('descriptionHelp', { left: String(DESCRIPTION_MAX - lengthOf(text)) })
  useCounter(text, DESCRIPTION_MAX)
  // An error is shown where it can be corrected.
  const isPreview = isPreviewWanted && field.error === undefined
  const preview = isPreview && (
    <div className="min-h-64 rounded-key border border-line px-4 py-3">
      <MarkdownPreview text={values.description} />
    </div>
  )
  return (
    <div className="tabular-nums">
      <TextArea
        {...field}
        {...useInput(name)}
        help={help}
        rows={10}
        lang={lang}
        instead={preview}
        aside={
          <span className="needs-script gap-1">
            {[false, true].map((isOn) => (
              <button
                key={String(isOn)}
                type="button"
                aria-pressed={isPreview === isOn}
                onClick={() => setPreview(isOn)}
                className={tab}
              >
                {t(isOn ? 'preview' : 'write')}
              </button>
            ))}
          </span>
        }
      />
    </div>
  )
}
