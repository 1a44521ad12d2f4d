'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { apiRequest } from '#lib/browser/api-routes.ts'
import type { CollectedKey } from '#lib/browser/collected-strip.ts'
import { type ApiAnswer, readEnvelope } from '#lib/browser/envelope.ts'
import { showMessage } from '#lib/browser/message-store.ts'
import type { BuilderLabels } from './builder-labels.ts'
import { refusalText } from './refusal-text.ts'

type Format = 'flexpage' | 'iconpack'
type Props = { keys: readonly CollectedKey[]; labels: BuilderLabels }

/** Title and downloads of a strip. The reason of a refusal is shown above the buttons; the strip stays. */
export function StripDownload({ keys, labels }: Props) {
  const [title, setTitle] = useState('')
  const [making, setMaking] = useState<Format | null>(null)
  const [refusal, setRefusal] = useState('')
  async function download(format: Format) {
    if (making !== null) return
    setMaking(format)
    setRefusal('')
    try {
      const refused = await fetchStrip(format, title.trim() || labels.title, keys)
      if (refused)
        setRefusal(refusalText(refused, keys, { labels, locale: document.documentElement.lang }))
      else showMessage({ message: labels.done })
    } catch {
      setRefusal(labels.failed)
    } finally {
      setMaking(null)
    }
  }
  return (
    <section className="space-y-3">
      <div className="flex flex-wrap items-end gap-3">
        <label className="min-w-0 flex-1 basis-60 space-y-1.5 text-sm font-medium">
          {labels.name}
          <input
            value={title}
            maxLength={100}
            placeholder={labels.title}
            onChange={({ target: { value } }) => setTitle(value)}
            className="h-12 w-full rounded-key border border-line-control bg-surface-1 px-3 text-base font-normal"
          />
        </label>
        {(['flexpage', 'iconpack'] as const).map((format) => (
          <Button
            key={format}
            variant={format === 'flexpage' ? 'primary' : 'secondary'}
            size="lg"
            className="max-sm:w-full"
            aria-busy={making === format}
            onClick={() => void download(format)}
          >
            <Icon name="download" /> {format === 'flexpage' ? labels.asPage : labels.asPack}
          </Button>
        ))}
      </div>
      <p className="max-w-prose text-sm text-content-muted">{labels.credits}</p>
      <div role="status">{refusal !== '' && <Notice tone="danger">{refusal}</Notice>}</div>
    </section>
  )
}

/** Saves the file. @returns the answer if there is none. @throws without an answer. */
async function fetchStrip(
  format: Format,
  title: string,
  collected: readonly CollectedKey[],
): Promise<ApiAnswer | null> {
  const keys = collected.map(({ pack, icon, label }) => ({ pack, icon, label: label.trim() }))
  const { method, path, body } = apiRequest('builtStrip', { body: { format, title, keys } })
  const response = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) return readEnvelope(response)
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = `${title}.${format}`
  link.click()
  URL.revokeObjectURL(url)
  return null
}
