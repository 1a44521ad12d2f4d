'use client'

import { useState } from 'react'
import { FieldNote } from '#components/ui/field-note.tsx'
import type { NameEncoding } from '#lib/contract/file/name-encoding.ts'
import { announce } from '#lib/browser/announcement-store.ts'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { useErrorMessages } from '#components/creator/form/use-error-messages-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { call } from '#lib/creator/call-client.ts'
import { type UploadErrorCode, uploadErrorOf } from '#lib/creator/check-file.ts'
import { waitUntilReady } from '#lib/creator/file-state-client.ts'
import { fromUpload, type UploadedFile } from '#lib/creator/form-file.ts'
import { intentProps } from '#lib/creator/plain-form.ts'

/** Ways to read the names in an archive, to choose from; nothing where they are certain. A choice reads the file again. */
export function NameReadings({ file }: { file: UploadedFile }) {
  const t = useFormMessages('creator.names')
  const describe = useErrorMessages()
  const readings = file.warnings?.find(({ code }) => code === 'names_uncertain')?.readings ?? []
  const { choose, chosen, error } = useChoice(file)
  if (readings.length < 2 || file.id === '') return null
  const id = `${file.id}-names`
  return (
    <div
      role="group"
      aria-labelledby={id}
      aria-busy={chosen !== null}
      className="space-y-2 rounded-card border border-line bg-surface-1 px-4 py-3 text-sm"
    >
      <p id={id} className="font-medium">
        {t('title')}
      </p>
      <ul className="grid gap-2 sm:grid-cols-2">
        {readings.map(({ encoding, name }, at) => (
          <li key={encoding}>
            <button
              {...intentProps('names', encoding)}
              aria-pressed={at === 0}
              onClick={(event) => {
                event.preventDefault()
                if (at > 0) void choose(encoding)
              }}
              className="w-full cursor-pointer rounded-key border-2 border-line px-3 py-2 text-start transition hover:border-line-strong aria-pressed:border-accent"
            >
              <bdi className="block [overflow-wrap:anywhere]">{name}</bdi>
              <span className="text-content-muted" dir="ltr">
                {encoding}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div role="alert">{error && <FieldNote id={`${id}-note`} error={describe(error)} />}</div>
    </div>
  )
}

function useChoice(file: UploadedFile) {
  const { uploaded, onSignedOut } = useCreatorForm()
  const t = useFormMessages('creator.names')
  const [chosen, setChosen] = useState<NameEncoding | null>(null)
  const [error, setError] = useState<UploadErrorCode | 'unavailable' | null>(null)
  async function choose(encoding: NameEncoding) {
    if (chosen !== null) return
    setChosen(encoding)
    setError(null)
    const result = await call('decodeNames', { id: file.id, body: { encoding } })
    if (result.ok && result.data.state === 'working') {
      await waitUntilReady(result.data.id, () => undefined, new AbortController().signal)
    }
    setChosen(null)
    if (result.ok) {
      const { manifest_summary: manifest, cover } = result.data
      uploaded.takeFile(fromUpload(result.data), manifest, cover && fromUpload(cover))
      announce(t('read', { encoding }))
      return
    }
    if (result.code === 401) onSignedOut(result)
    else setError(uploadErrorOf(result.reason) ?? 'unavailable')
  }
  return { choose, chosen, error }
}
