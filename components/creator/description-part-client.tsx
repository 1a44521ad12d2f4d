'use client'

import { type ComponentProps, useId, useState } from 'react'
import { DESCRIPTION_MAX } from '#lib/contract/limits.ts'
import { cleanText, lengthOf, withPlainLineEnds } from '#lib/contract/text.ts'
import { MarkdownPreview } from './markdown-preview-client.tsx'
import type { FormWords } from './words.ts'

type Props = {
  words: FormWords
  text: string
  fault: string | undefined
  field: ComponentProps<'textarea'>
}

/** The description in Markdown, and how the project's page will show it: by the same renderer. */
export function DescriptionPart({ words, text, fault, field }: Props) {
  const id = useId()
  const [isPreview, setPreview] = useState(false)
  const left = DESCRIPTION_MAX - lengthOf(withPlainLineEnds(cleanText(text)))
  const tab =
    'cursor-pointer rounded-key px-3 py-1 text-sm text-content-muted aria-pressed:bg-surface-2 aria-pressed:text-content'
  return (
    <div className="space-y-1.5">
      <div className="flex items-center justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          {words.description}
        </label>
        <span className="flex gap-1">
          <button
            type="button"
            aria-pressed={!isPreview}
            onClick={() => setPreview(false)}
            className={tab}
          >
            {words.write}
          </button>
          <button
            type="button"
            aria-pressed={isPreview}
            onClick={() => setPreview(true)}
            className={tab}
          >
            {words.preview}
          </button>
        </span>
      </div>
      <textarea
        id={id}
        rows={10}
        dir="auto"
        aria-invalid={fault ? true : undefined}
        aria-describedby={`${id}-note`}
        className={`w-full rounded-key border bg-surface-0 px-3 py-2 ${fault ? 'border-danger' : 'border-line-strong'} ${isPreview ? 'hidden' : ''}`}
        {...field}
      />
      {isPreview && (
        <div className="min-h-64 rounded-key border border-line px-4 py-3">
          <MarkdownPreview text={text} words={words} />
        </div>
      )}
      <p
        id={`${id}-note`}
        className={`text-sm tabular-nums ${fault ? 'text-danger' : 'text-content-muted'}`}
      >
        {fault ?? words.descriptionHelp.replace('{left}', String(left))}
      </p>
    </div>
  )
}
