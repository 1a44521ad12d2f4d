'use client'

import { type ComponentProps, useState } from 'react'
import { TextArea } from '#components/ui/text-area.tsx'
import type { PreviewDocument } from '#lib/markdown/result.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { MarkdownPreview } from './markdown-preview-client.tsx'

const tab =
  'cursor-pointer rounded-key px-3 py-1 text-sm text-content-muted aria-pressed:bg-surface-2 aria-pressed:text-content'

type Props = ComponentProps<typeof TextArea> & {
  /** What is typed, for the preview. */
  text: string
  of: PreviewDocument
}

/** A field for Markdown, with a preview by the renderer of the project's page. */
export function MarkdownArea({ text, of, ...area }: Props) {
  const t = useFormMessages('creator')
  const [isPreviewWanted, setPreview] = useState(false)
  // An error is shown where it can be corrected.
  const isPreview = isPreviewWanted && area.error === undefined
  const preview = isPreview && (
    <div
      role="region"
      aria-label={t('preview')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- not every browser gives the focus to what scrolls
      tabIndex={0}
      className={`rounded-key border border-line px-4 py-3 xl:max-h-[36rem] xl:overflow-y-auto ${of === 'notes' ? 'notes min-h-32' : 'min-h-64'}`}
    >
      <MarkdownPreview text={text} of={of} lang={area.lang} />
    </div>
  )
  return (
    <div className="tabular-nums">
      <TextArea
        {...area}
        beside={preview}
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
