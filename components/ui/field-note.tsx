import { Icon } from './icons.tsx'

type Note = { error?: string | undefined; help?: string | undefined }

const shownHelp = ({ error, help }: Note) => (help === error ? undefined : help)

/** Ids for the `aria-describedby` of a field with this note; `undefined` without a note. */
export function noteIds(id: string, note: Note): string | undefined {
  const ids = [note.error ? `${id}-error` : '', shownHelp(note) ? `${id}-help` : '']
  return ids.filter(Boolean).join(' ') || undefined
}

/** Error and help of a field: a rule is shown along with what violates it. */
export function FieldNote({ id, ...note }: Note & { id: string }) {
  const { error } = note
  const help = shownHelp(note)
  return (
    <>
      {error && (
        <p id={`${id}-error`} className="flex gap-1.5 text-sm text-danger">
          <Icon name="warning" className="mt-0.5 shrink-0" />
          <span className="min-w-0 whitespace-pre-line break-words">{error}</span>
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className="text-sm wrap-anywhere text-content-muted">
          {help}
        </p>
      )}
    </>
  )
}
