'use client'

import { useEffect, useState } from 'react'
import { Prose } from '#components/ui/prose.tsx'
import { envelopeSchema } from '#lib/contract/envelope.ts'
import { type Rendered, renderedSchema } from '#lib/markdown/result.ts'
import type { FormWords } from './words.ts'

type Shown = Rendered | 'unavailable'

/** Asks the web app, whose renderer is that of the pages. */
async function rendered(text: string, signal: AbortSignal): Promise<Shown> {
  try {
    const response = await fetch('/api/preview', { method: 'POST', body: text, signal })
    const { data } = envelopeSchema.parse(await response.json())
    return renderedSchema.parse(data)
  } catch {
    return 'unavailable'
  }
}

/** A description as its project's page will show it; the text itself where nobody can say. */
export function MarkdownPreview({ text, words }: { text: string; words: FormWords }) {
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    const unwanted = new AbortController()
    async function show() {
      const result = await rendered(text, unwanted.signal)
      if (!unwanted.signal.aborted) setShown(result)
    }
    void show()
    return () => unwanted.abort()
  }, [text])
  if (!shown) return <p aria-busy="true" />
  if (shown === 'unavailable') {
    return (
      <>
        <p role="status" className="mb-4 text-sm text-content-muted">
          {words.faults.unavailable}
        </p>
        <p className="break-words whitespace-pre-wrap" dir="auto">
          {text}
        </p>
      </>
    )
  }
  if (shown.html === '') return <p className="text-content-muted">{words.nothing}</p>
  return (
    <>
      {shown.isPlain && <p className="mb-4 text-sm text-content-muted">{words.notFormatted}</p>}
      <Prose html={shown.html} />
    </>
  )
}
