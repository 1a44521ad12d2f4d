'use client'

import { useState, useEffect } from 'react'
import { TextArea } from '#components/ui/text-area.tsx'
import { DESCRIPTION_MAX } from '#lib/contract/limits.ts'
import { lengthOf } from '#lib/contract/text.ts'
import { countedText } from '#lib/creator/values.ts'
import type { ControlProps } from '#components/creator/form/form-types.ts'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { useCounter } from './use-counter-client.ts'
import { useField, useInput } from './use-field-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { Prose } from '#components/ui/prose.tsx'
import { readEnvelope } from '#lib/browser/envelope.ts'
import { type Rendered, renderedSchema } from '#lib/markdown/result.ts'
import { endpoints } from '#lib/paths.ts'

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

type Preview = Rendered | 'unavailable'

/** Renders Markdown by the web app's renderer, that of the project's page. */
async function render(text: string, signal: AbortSignal): Promise<Preview> {
  try {
    const response = await fetch(endpoints.preview, { method: 'POST', body: text, signal })
    const { data } = await readEnvelope(response)
    return renderedSchema.parse(data)
  } catch {
    return 'unavailable'
  }
}

/** A description as its project's page will show it; the plain text if it cannot be rendered. */
function MarkdownPreview({ text }: { text: string }) {
  const t = useFormMessages('creator')
  const { lang } = useCreatorForm()
  const [preview, setPreview] = useState<Preview | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    async function load() {
      const result = await render(text, controller.signal)
      if (!controller.signal.aborted) setPreview(result)
    }
    void load()
    return () => controller.abort()
  }, [text])
  if (!preview) return <p aria-busy="true" />
  if (preview === 'unavailable') {
    return (
      <>
        <p role="status" className="mb-4 text-sm text-content-muted">
          {t('error.unavailable')}
        </p>
        <p className="break-words whitespace-pre-wrap" lang={lang} dir="auto">
          {text}
        </p>
      </>
    )
  }
  if (preview.html === '') return <p className="text-content-muted">{t('nothing')}</p>
  return (
    <>
      {preview.isPlain && <p className="mb-4 text-sm text-content-muted">{t('notFormatted')}</p>}
      <Prose html={preview.html} lang={lang} />
    </>
  )
}
