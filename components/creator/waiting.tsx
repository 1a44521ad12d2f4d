import type { Pending } from './pending-uploads-client.tsx'
import type { FormWords } from './words.ts'

type Props = { moving: Pending[]; words: FormWords; locale: string; onStop: () => void }

/** What a form waits for before it is sent, each with its progress. */
export function Waiting({ moving, words, locale, onStop }: Props) {
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  const named = moving.filter(({ name }) => name !== '')
  return (
    <div className="space-y-3 rounded-card border border-line bg-surface-1 p-4 text-sm">
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        <span role="status">{words.save.waitingHelp}</span>
        <button
          type="button"
          onClick={onStop}
          className="cursor-pointer font-medium underline underline-offset-4"
        >
          {words.save.stop}
        </button>
      </p>
      <ul className="space-y-2">
        {named.map(({ place, name, share }) => (
          <li key={place} className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1">
            <span className="min-w-0 truncate" dir="auto">
              {name}
            </span>
            <span className="text-content-muted tabular-nums">
              {share === null ? '…' : percent.format(share)}
            </span>
            <progress
              {...(share !== null && { value: share })}
              max={1}
              aria-label={name}
              className="col-span-2 h-1.5 w-full overflow-hidden rounded-full accent-accent"
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
