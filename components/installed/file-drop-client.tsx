'use client'

import { useTranslations } from 'next-intl'
import { useFileDrop } from '#components/ui/use-file-drop-client.ts'

type Props = { isBusy: boolean; onFiles: (files: File[]) => void }

/** Where installed files are dropped or chosen. They stay in the browser. */
export function FileDrop({ isBusy, onFiles }: Props) {
  const t = useTranslations('installed')
  const { isOver, area, field } = useFileDrop(onFiles)
  return (
    <div
      {...area}
      className={`needs-script w-full flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-dashed p-5 ${isOver ? 'border-accent bg-accent-soft' : 'border-line-control'}`}
    >
      <label className="file-choice">
        <span>{t('choose')}</span>
        <input
          {...field}
          type="file"
          multiple
          aria-describedby="installed-files"
          disabled={isBusy}
        />
      </label>
      <p id="installed-files" className="min-w-0 flex-1 basis-56 text-sm text-content-muted">
        {t('drop')}
      </p>
    </div>
  )
}
