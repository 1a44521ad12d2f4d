import { FieldNote, noteIds } from '#components/ui/field-note.tsx'
import { useAccountMessages } from '#components/signed-in/use-messages.ts'
import { PUBLISH_EVENTS, type PublishEvent } from '#lib/contract/publisher.ts'

type Props = {
  /** Unique in the page. */
  id: string
  /** Those that are ticked at first. */
  chosen: readonly PublishEvent[]
  error?: string | undefined
}

/** What may start the runs of a publisher: check boxes of a form. */
export function EventFields({ id, chosen, error }: Props) {
  const t = useAccountMessages('account.publishers')
  const note = { error, help: t('eventsHelp') }
  return (
    <fieldset className="space-y-1.5" aria-describedby={noteIds(id, note)}>
      <legend className="text-sm font-medium">{t('events')}</legend>
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
          <span>{t(`event.${event}`)}</span>
        </label>
      ))}
      <FieldNote id={id} {...note} />
    </fieldset>
  )
}
