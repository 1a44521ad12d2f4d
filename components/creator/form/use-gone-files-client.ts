'use client'

import { useEffect } from 'react'
import { fetchCall } from '#lib/creator/fetch-call.ts'
import { newFilesOf } from '#lib/creator/draft-client.ts'
import type { DraftSaver } from '#lib/creator/draft-saver-client.ts'
import { fieldOfError, isFieldErrorCode } from '#lib/creator/field-error.ts'
import { FIELDS } from '#lib/creator/fields.ts'
import type { UploadedFile } from '#lib/creator/form-file.ts'
import { allFiles, filesOf, type SavedProject, type CreatorValues } from '#lib/creator/values.ts'
import type { CreatorForm, FormOptions } from './form-types.ts'

type Options = Pick<FormOptions, 'edited' | 'shown'> & {
  form: CreatorForm
  values: CreatorValues
  base: SavedProject | null
  gone: UploadedFile[]
  setGone: (gone: UploadedFile[]) => void
  saver: DraftSaver
}

/** Files that the server no longer has: of a restored form, or named by a refused publication. */
export function useGoneFiles({ edited, shown, form, values, base, gone, setGone, saver }: Options) {
  const { values: restored, draft } = shown
  useEffect(() => {
    async function find(files: UploadedFile[]) {
      const missing = await findGone(files)
      if (missing.length === 0) return
      const kept = draft && (await fetchCall('keptForm', { id: draft.id }))
      // The draft is gone, too: its files are those of a project now.
      if (kept && !kept.ok && kept.code === 404) saver.endAsPublished()
      else setGone(missing)
    }
    if (restored) void find(newFilesOf(restored, edited))
  }, [restored, draft, edited, saver, setGone])

  /** Marks the files that a refusal names, so that they are chosen again. */
  async function markMissing(requestFields: string[]) {
    const names = requestFields.filter(isFieldErrorCode).map(fieldOfError)
    const current = form.getValues()
    const named = new Set(names.flatMap((name) => filesOf(current, name)).map(({ id }) => id))
    const files = newFilesOf(current, base).filter(({ id }) => named.has(id))
    const missing = await findGone(files)
    setGone([...gone, ...(missing.length > 0 ? missing : files)])
    for (const name of names) {
      const message = FIELDS[name].missing
      if (message) form.setError(name, { message })
    }
  }

  const ids = new Set(allFiles(values).map(({ id }) => id))
  return { inForm: gone.filter(({ id }) => ids.has(id)), markMissing }
}

/**
 * Files that the server no longer has: one that no project uses is deleted after a day. A backend
 * without this call is assumed to have them; publishing tells otherwise.
 */
async function findGone(files: UploadedFile[]): Promise<UploadedFile[]> {
  const results = await Promise.all(files.map(({ id }) => fetchCall('fileState', { id })))
  return files.filter((_, at) => results[at]?.ok === false && results[at].reason === 'file_missing')
}
