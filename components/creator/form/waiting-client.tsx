'use client'

import { useFormatter } from 'next-intl'
import type { Pending } from '#components/creator/files/pending-uploads-client.tsx'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

type Props = { moving: Pending[]; onStop: () => void }

/** The uploads that the form waits for before it is sent, with their progress. */
export function Waiting({ moving, onStop }: Props) {
  const t = useFormMessages('creator.saving')
  const format = useFormatter()
  const named = moving.filter(({ name }) => name !== '')
  return (
    <div className="space-y-3 rounded-card border border-line bg-surface-1 p-4 text-sm">
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        <span>{t('waitingHelp')}</span>
        <button
          type="button"
          onClick={onStop}
          className="cursor-pointer font-medium underline underline-offset-4"
        >
          {t('stop')}
        </button>
      </p>
      <ul className="space-y-2">
        {named.map(({ place, name, share }) => (
          <li key={place} className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1">
            <span className="min-w-0 truncate" dir="auto">
              {name}
            </span>
            <span className="text-content-muted tabular-nums">
              {share === null ? '…' : format.number(share, { style: 'percent' })}
            </span>
            <progress
              {...(share !== null && { value: share })}
              max={1}
              aria-label={name}
              className="col-span-2 h-1.5 w-full overflow-hidden rounded-full"
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
