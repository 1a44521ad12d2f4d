'use client'

import { useEffect, useState } from 'react'
import { Prose } from '#components/ui/prose.tsx'
import { previewMarkdown } from '#lib/markdown/preview-client.ts'
import type { FormWords } from './words.ts'

type Shown = Awaited<ReturnType<typeof previewMarkdown>>

/** A description as its project's page will show it. */
export default function MarkdownPreview({ text, words }: { text: string; words: FormWords }) {
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    const unwanted = new AbortController()
    async function show() {
      const rendered = await previewMarkdown(text, unwanted.signal)
      if (!unwanted.signal.aborted) setShown(rendered)
    }
    void show()
    return () => unwanted.abort()
  }, [text])
  if (!shown) return <p aria-busy="true" />
  if (shown.html === '') return <p className="text-content-muted">{words.nothing}</p>
  return (
    <>
      {shown.isPlain && <p className="mb-4 text-sm text-content-muted">{words.notFormatted}</p>}
      <Prose html={shown.html} />
    </>
  )
}
