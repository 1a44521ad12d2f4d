'use client'

import type { NameEncoding } from '#lib/contract/file/name-encoding.ts'
import { announce } from '#lib/browser/announcement-store.ts'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { fetchCall } from '#lib/creator/fetch-call.ts'
import { waitUntilReady } from '#lib/creator/file-state-client.ts'
import { fromUpload, type UploadedFile } from '#lib/creator/form-file.ts'
import { intentProps } from '#lib/creator/plain-form.ts'
import { AskedChoice, useAsking } from './asked-choice-client.tsx'

/** Ways to read the names in an archive, to choose from; nothing where they are certain. A choice reads the file again. */
export function NameReadings({ file }: { file: UploadedFile }) {
  const t = useFormMessages('creator.names')
  const readings = file.warnings?.find(({ code }) => code === 'names_uncertain')?.readings ?? []
  const { choose, asked, error } = useChoice(file)
  if (readings.length < 2 || file.id === '') return null
  return (
    <AskedChoice
      title={t('title')}
      isBusy={asked !== null}
      error={error}
      className="space-y-2 px-4 py-3 text-sm"
    >
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
    </AskedChoice>
  )
}

function useChoice(file: UploadedFile) {
  const { uploaded } = useCreatorForm()
  const t = useFormMessages('creator.names')
  const { ask, asked, error } = useAsking<NameEncoding>()
  async function read(encoding: NameEncoding) {
    const result = await fetchCall('decodeNames', { id: file.id, body: { encoding } })
    if (result.ok && result.data.state === 'working') {
      await waitUntilReady(result.data.id, () => undefined, new AbortController().signal)
    }
    return result
  }
  async function choose(encoding: NameEncoding) {
    const decoded = await ask(encoding, () => read(encoding))
    if (!decoded) return
    const { manifest_summary: manifest, cover } = decoded
    uploaded.takeFile(fromUpload(decoded), manifest, cover && fromUpload(cover))
    announce(t('read', { encoding }))
  }
  return { choose, asked, error }
}
