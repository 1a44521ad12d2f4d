'use client'

import { useLocale } from 'next-intl'
import { useState } from 'react'
import { NOTES_MAX } from '#lib/contract/limits.ts'
import { endpoints } from '#lib/paths.ts'
import { MarkdownArea } from '#components/creator/controls/markdown-area-client.tsx'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { Button } from '#components/ui/button.tsx'
import type { VersionRef } from './use-version-change-client.ts'

type Props = VersionRef & { notes: string; lang: string | undefined }

/** Corrects the notes of a version: a plain form, with a preview where scripts run. */
export function NotesForm({ kind, id, version, notes, lang }: Props) {
  const locale = useLocale()
  const t = useFormMessages('creator.versions')
  const creator = useFormMessages('creator')
  const [text, setText] = useState(notes)
  return (
    <form method="post" action={endpoints.form('project-version')} className="space-y-6">
      {Object.entries({ kind, id, version, change: 'noted', locale }).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <MarkdownArea
        id="notes"
        name="notes"
        label={creator('notes')}
        help={t('notesHelp')}
        rows={12}
        maxLength={NOTES_MAX}
        defaultValue={notes}
        onChange={(event) => setText(event.target.value)}
        {...{ text, lang }}
        of="notes"
      />
      <Button type="submit" variant="primary">
        {creator('save')}
      </Button>
    </form>
  )
}
