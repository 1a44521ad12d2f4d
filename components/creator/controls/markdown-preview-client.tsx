'use client'

import { useEffect, useRef, useState } from 'react'
import { Prose } from '#components/ui/prose.tsx'
import { readEnvelope } from '#lib/browser/envelope.ts'
import {
  CHANGES,
  type PreviewDocument,
  type RenderedMarkdown,
  renderedSchema,
} from '#lib/markdown/result.ts'
import { endpoints } from '#lib/paths.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

type Preview = RenderedMarkdown | 'unavailable'
/** A Markdown text, and which limits it is rendered with. */
type Text = { text: string; of: PreviewDocument }

/** Renders Markdown by the web app's renderer, that of the project's page. */
async function render({ text, of }: Text, signal: AbortSignal): Promise<Preview> {
  try {
    const response = await fetch(endpoints.preview(of), { method: 'POST', body: text, signal })
    const { data } = await readEnvelope(response)
    return renderedSchema.parse(data)
  } catch {
    return 'unavailable'
  }
}

/** The pause in typing after which the preview is rendered again, in milliseconds: thirty are allowed per minute. */
const PAUSE_MS = 2000

/** A text as its project's page will show it; the plain text if it cannot be rendered. */
export function MarkdownPreview({ text, of, lang }: Text & { lang: string | undefined }) {
  const t = useFormMessages('creator')
  const labels = useFormMessages('prose')
  const preview = usePreview({ text, of })
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
      <Changes changes={preview.changes} />
      <Prose html={preview.html} prefix="preview" labels={labels} lang={lang} />
    </>
  )
}

function usePreview({ text, of }: Text): Preview | null {
  const [preview, setPreview] = useState<Preview | null>(null)
  const pause = useRef(0)
  useEffect(() => {
    const controller = new AbortController()
    async function load() {
      const result = await render({ text, of }, controller.signal)
      if (controller.signal.aborted) return
      setPreview(result)
      pause.current = PAUSE_MS
    }
    const timer = setTimeout(() => void load(), pause.current)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [text, of])
  return preview
}

/** What the page shows otherwise than it was written. */
function Changes({ changes }: Pick<RenderedMarkdown, 'changes'>) {
  const t = useFormMessages('creator.changes')
  const made = CHANGES.filter((change) => changes[change] !== undefined)
  if (made.length === 0) return null
  return (
    <div className="mb-4 rounded-key bg-surface-2 px-4 py-3 text-sm">
      <p className="font-medium">{t('title')}</p>
      <ul className="list-disc ps-5">
        {made.map((change) => (
          <li key={change}>{t(change, { count: changes[change] ?? 0 })}</li>
        ))}
      </ul>
    </div>
  )
}
