'use client'

import { useRef, useState } from 'react'
import { useTranslations } from 'next-intl'
import { ActionForm, useActionForm } from '#components/ui/action-form-client.tsx'
import { SubmitButton } from '#components/ui/submit-button-client.tsx'
import { TextArea } from '#components/ui/text-area.tsx'
import { UPDATES_MAX } from '#lib/contract/update/update.ts'
import { checkInstalled } from '#lib/installed/check.ts'
import { EMPTY_INSTALLED } from '#lib/installed/state.ts'
import { FileDrop } from './file-drop-client.tsx'
import { hashFile } from './hash-files-client.ts'
import { InstalledResults } from './installed-results.tsx'

/** Asks what is newer than files or a list. Of files the hash alone is sent; their names stay in the browser. */
export function InstalledForm({ address }: { address: string }) {
  const t = useTranslations('installed')
  const { state, isPending, form } = useActionForm(checkInstalled, EMPTY_INSTALLED, address)
  const { list, invalid, answers, error } = state
  const area = useRef<HTMLTextAreaElement>(null)
  const { names, progress, failed, hash } = useHashes((hashes) => {
    const field = area.current
    if (!field) return
    const before = field.value.trimEnd()
    field.value = [...(before === '' ? [] : [before]), ...hashes, ''].join('\n')
    field.form?.requestSubmit()
  })
  const values = { max: UPDATES_MAX }
  return (
    <div className="space-y-10">
      <ActionForm {...form} error={error && t(`error.${error}`, values)} className="space-y-5">
        <FileDrop isBusy={progress !== null} onFiles={(files) => void hash(files)} />
        <p role="status" className="text-sm text-content-muted empty:hidden">
          {progress && t('hashing', { done: progress.done, total: progress.total })}
          {failed.length > 0 && t('unhashed', { names: failed.join(', ') })}
        </p>
        <TextArea
          key={list}
          ref={area}
          id="installed-list"
          name="list"
          label={t('list')}
          help={t('help', values)}
          error={
            invalid.length > 0
              ? t('invalid', { count: invalid.length, line: invalid[0] ?? '' })
              : undefined
          }
          rows={5}
          defaultValue={list}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
        />
        <SubmitButton isPending={isPending}>{t('check')}</SubmitButton>
      </ActionForm>
      {answers.length > 0 && <InstalledResults answers={answers} names={names} />}
    </div>
  )
}

/** Computes the hashes of files one after the other. */
function useHashes(onHashes: (hashes: string[]) => void) {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const [failed, setFailed] = useState<string[]>([])
  async function hash(files: File[]) {
    if (files.length === 0) return
    const found = new Map<string, string>()
    const missing: string[] = []
    for (const [done, file] of files.slice(0, UPDATES_MAX).entries()) {
      setProgress({ done, total: files.length })
      const sha256 = await hashFile(file)
      if (sha256 === null) missing.push(file.name)
      else found.set(sha256, file.name)
    }
    setProgress(null)
    setFailed(missing)
    setNames((before) => new Map([...before, ...found]))
    if (found.size > 0) onHashes([...found.keys()])
  }
  return { names, progress, failed, hash }
}
