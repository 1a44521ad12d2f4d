'use client'

import { useEffect, useState } from 'react'
import { Prose } from '#components/ui/prose.tsx'
import { readEnvelope } from '#lib/browser/envelope.ts'
import { type Rendered, renderedSchema } from '#lib/markdown/result.ts'
import { endpoints } from '#lib/paths.ts'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

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
export function MarkdownPreview({ text }: { text: string }) {
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
