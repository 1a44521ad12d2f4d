import { FieldNote, noteIds } from '#components/ui/field-note.tsx'
import { PUBLISH_EVENTS, type PublishEvent } from '#lib/contract/publisher.ts'

export type EventLabels = Record<PublishEvent | 'title' | 'help', string>

type Props = {
  /** Unique in the page. */
  id: string
  /** Those that are ticked at first. */
  chosen: readonly PublishEvent[]
  labels: EventLabels
  error?: string | undefined
}

/** What may start the runs of a publisher: check boxes of a form. */
export function EventFields({ id, chosen, labels, error }: Props) {
  return (
    <fieldset className="space-y-1.5" aria-describedby={noteIds(id, { error, help: labels.help })}>
      <legend className="text-sm font-medium">{labels.title}</legend>
      {PUBLISH_EVENTS.map((event) => (
        <label key={event} className="flex items-start gap-3 text-sm">
          <input
            type="checkbox"
            name="events"
            value={event}
            defaultChecked={chosen.includes(event)}
            aria-invalid={error !== undefined}
            className="mt-0.5 size-5 shrink-0 accent-accent"
          />
          <span>{labels[event]}</span>
        </label>
      ))}
      <FieldNote id={id} error={error} help={labels.help} />
    </fieldset>
  )
}
