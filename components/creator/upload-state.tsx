import { Icon } from '#components/ui/icons.tsx'
import { formatBytes, formatSeconds } from '#lib/i18n/format.ts'
import { FileNotes } from './file-notes-client.tsx'
import { wordOfRefusal } from './refusal.ts'
import type { Sending } from './use-upload-client.ts'
import type { FormWords } from './words.ts'

type Props = {
  sending: Sending
  words: FormWords
  locale: string
  onCancel: () => void
  onRetry: () => void
}

/** A file on its way: how far, how fast, how long still; how far it is prepared; or why it was not taken. */
export function UploadState({ sending, words, locale, onCancel, onRetry }: Props) {
  const { name, progress, fault, note, answer, prepared } = sending
  const button = 'cursor-pointer font-medium underline underline-offset-4'
  if (fault) {
    const said = answer ? wordOfRefusal(words.save.refusals, answer) : words.faults[fault]
    return (
      <p role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-danger">
        <Icon name="warning" />
        <span className="min-w-0 break-words" dir="auto">
          {name}:{' '}
          {note ? (
            <FileNotes
              notes={[note]}
              of="fault"
              words={words.fileNotes}
              locale={locale}
              fallback={said}
            />
          ) : (
            said
          )}
        </span>
        {(fault === 'unavailable' || fault === 'disk_full' || fault === 'busy') && (
          <button type="button" onClick={onRetry} className={button}>
            {words.again}
          </button>
        )}
        <button type="button" onClick={onCancel} className={button}>
          {words.cancel}
        </button>
      </p>
    )
  }
  const percent = (part: number) => new Intl.NumberFormat(locale, { style: 'percent' }).format(part)
  if (prepared) {
    const { done, total } = prepared
    const part = total > 0 ? done / total : 0
    return (
      <div className="space-y-2 text-sm">
        <progress
          value={part}
          max={1}
          aria-label={name}
          className="h-2 w-full overflow-hidden rounded-full accent-accent"
        />
        <p className="min-w-0 break-words text-content-muted tabular-nums" dir="auto">
          {words.preparing.replace('{name}', name).replace('{percent}', percent(part))}
        </p>
      </div>
    )
  }
  const share = progress ? progress.sent / progress.total : 0
  const left = progress ? (progress.total - progress.sent) / progress.perSecond : 0
  return (
    <div className="space-y-2 text-sm">
      <progress
        value={share}
        max={1}
        aria-label={name}
        className="h-2 w-full overflow-hidden rounded-full accent-accent"
      />
      <p className="flex flex-wrap gap-x-3 text-content-muted tabular-nums">
        <span className="min-w-0 break-words" dir="auto">
          {words.uploading
            .replace('{name}', name)
            .replace('{percent}', percent(share))
            .replace('{speed}', formatBytes(progress?.perSecond ?? 0, locale))
            .replace('{left}', formatSeconds(left, locale))}
        </span>
        <button type="button" onClick={onCancel} className={button}>
          {words.cancel}
        </button>
      </p>
    </div>
  )
}
