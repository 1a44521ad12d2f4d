'use client'

import { useLocale } from 'next-intl'
import { useEffect, useState } from 'react'
import { Icon } from '#components/ui/icons.tsx'
import type { DrawingLoss, DrawingRefusal } from '#lib/contract/file/contents.ts'
import { DRAWING_LOSSES, DRAWING_REFUSALS } from '#lib/contract/file/contents.ts'
import type { MarkedDrawings as Marked } from '#lib/contract/publish.ts'
import { waitUntilReady } from '#lib/creator/file-state-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

/** Which drawings of an uploaded file are not shown as their author made them, and why; nothing until they are prepared. */
export function MarkedDrawings({ id }: { id: string }) {
  const t = useFormMessages('detail.icons')
  const { describe } = useReasons()
  const marked = useMarked(id)
  if (!marked) return null
  const { total, refused, simplified, first } = marked
  const more = refused + simplified - first.length
  return (
    <details className="rounded-card border border-line bg-surface-1 px-4 py-3 text-sm">
      <summary className="cursor-pointer font-medium">
        <span role="status">
          <Icon name="warning" className="me-2 inline text-warning" />
          {[
            ...(simplified > 0 ? [t('ofSimplified', { count: simplified, total })] : []),
            ...(refused > 0 ? [t('ofRefused', { count: refused, total })] : []),
          ].join(' · ')}
        </span>
      </summary>
      <ul className="mt-1 list-disc space-y-1 ps-5">
        {first.map((drawing) => (
          <li key={drawing.name} className="min-w-0 [overflow-wrap:anywhere]">
            {t('markedDrawing', { name: drawing.name, reason: describe(drawing) })}
          </li>
        ))}
        {more > 0 && <li>{t('moreMarked', { count: more })}</li>}
      </ul>
    </details>
  )
}

function useMarked(id: string): Marked | null {
  const [found, setFound] = useState<{ id: string; marked: Marked } | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const read = async () => {
      const state = await waitUntilReady(id, () => undefined, signal)
      if (state?.marked && !signal.aborted) setFound({ id, marked: state.marked })
    }
    void read()
    return () => controller.abort()
  }, [id])
  return found?.id === id ? found.marked : null
}

function useReasons() {
  const t = useFormMessages('detail.icons')
  const locale = useLocale()
  const known = <T extends string>(codes: readonly T[], code: string): T | 'other' =>
    codes.find((one) => one === code) ?? 'other'
  const lossOf = (code: string) => t(`lost.${known<DrawingLoss>(DRAWING_LOSSES, code)}`)
  return {
    describe: ({ refused, simplified }: Marked['first'][number]): string => {
      if (refused) return t(`refused.${known<DrawingRefusal>(DRAWING_REFUSALS, refused)}`)
      const parts = new Set((simplified ?? []).map(lossOf))
      return t('simplified', { parts: new Intl.ListFormat(locale).format(parts) })
    },
  }
}
