import { getFormatter, getTranslations } from 'next-intl/server'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink, TextLink } from '#components/ui/link.tsx'
import type { FormResult } from '#lib/account/account-outcome.ts'
import type { Project } from '#lib/contract/project.ts'
import { PUBLISH_EVENTS, type Publisher, type Publishers } from '#lib/contract/publisher.ts'
import { endpoints, paths } from '#lib/paths.ts'
import { AccountButton } from '#components/signed-in/account-button.tsx'
import { ResultNotice } from '#components/signed-in/outcome-notice.tsx'
import { Section } from '#components/ui/section.tsx'
import { EventFields } from './event-fields.tsx'

type Props = {
  publishers: Publishers
  /** `null` for those that are pending. */
  project: Pick<Project, 'id' | 'kind'> | null
  /** Path that the forms redirect to. */
  returnTo: string
  /** Result of a form that was posted without scripts. */
  result: FormResult | null
}

/** Workflows that are trusted, each with a button that removes it. Plain forms that work without scripts. */
export async function PublisherSection({ publishers, project, returnTo, result }: Props) {
  const [t, publish] = await Promise.all([
    getTranslations('account.publishers'),
    getTranslations('publish.automation'),
  ])
  return (
    <Section
      id="publishers"
      title={t(project ? 'title' : 'pending')}
      lead={
        project && (
          <>
            {t('lead')} <TextLink href={paths.automation('trusted')}>{publish('title')}</TextLink>
          </>
        )
      }
    >
      <ResultNotice form="publishers" result={result} done={t('removed')} />
      <ResultNotice form="events" result={result} done={t('eventsSaved')} />
      <List publishers={publishers.items} returnTo={returnTo} />
      {project && (
        <ButtonLink href={paths.publishers(project)} variant="secondary" className="w-fit">
          {t('new')}
        </ButtonLink>
      )}
    </Section>
  )
}

async function List({ publishers, returnTo }: { publishers: Publisher[]; returnTo: string }) {
  const t = await getTranslations('account.publishers')
  if (publishers.length === 0) return <p className="text-sm text-content-muted">{t('none')}</p>
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface-1">
      {publishers.map((publisher) => (
        <li
          key={publisher.id}
          className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 text-sm"
        >
          <PublisherText publisher={publisher} />
          <AccountButton
            form="publishers"
            returnTo={returnTo}
            field={['id', publisher.id]}
            label={t('removeLabel', { name: `${publisher.repository} ${publisher.workflow}` })}
          >
            {t('remove')}
          </AccountButton>
          <Events publisher={publisher} returnTo={returnTo} />
        </li>
      ))}
    </ul>
  )
}

type EventsProps = { publisher: Publisher; returnTo: string }

/** A plain form with what may start the runs. */
async function Events({ publisher, returnTo }: EventsProps) {
  const t = await getTranslations('account.publishers')
  const { id, events = PUBLISH_EVENTS } = publisher
  return (
    <details className="w-full">
      <summary className="w-fit cursor-pointer underline underline-offset-4">
        {t('changeEvents')}
      </summary>
      <form method="post" action={endpoints.form('account-events')} className="space-y-4 pt-3">
        <input type="hidden" name="to" value={returnTo} />
        <input type="hidden" name="id" value={id} />
        <EventFields id={`events-${id}`} chosen={events} />
        <Button type="submit" variant="secondary">
          {t('saveEvents')}
        </Button>
      </form>
    </details>
  )
}

async function PublisherText({ publisher }: { publisher: Publisher }) {
  const [t, format] = await Promise.all([getTranslations('account.publishers'), getFormatter()])
  const { id, service, repository, workflow, environment, first, used_at: used } = publisher
  const { events = PUBLISH_EVENTS } = publisher
  const mark = (text: string) => <bdi>{text}</bdi>
  return (
    <div className="min-w-0 flex-1 space-y-1 wrap-anywhere">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <bdi className="font-medium">{repository}</bdi>
        <code dir="ltr" className="text-xs text-content-muted">
          {workflow}
        </code>
      </p>
      <p className="text-content-muted">
        <bdi>{service}</bdi>
        {environment !== null && (
          <>
            {' · '}
            {t.rich('onlyIn', { name: environment, mark: () => mark(environment) })}
          </>
        )}
      </p>
      {events.length < PUBLISH_EVENTS.length && (
        <p className="text-content-muted">
          {t('startedBy', {
            events: format.list(
              events.map((event) => t(`event.${event}`)),
              { type: 'disjunction' },
            ),
          })}
        </p>
      )}
      {first && (
        <p className="text-content-muted">
          {t.rich('first', { title: first.title, mark: () => mark(first.title) })}
        </p>
      )}
      <p className="text-content-muted">
        {used ? (
          <time dateTime={used}>
            {t('used', { when: format.dateTime(new Date(used), { dateStyle: 'medium' }) })}
          </time>
        ) : (
          t('unused')
        )}
        {' · '}
        <code dir="ltr" className="text-xs">
          publisher_id: {id}
        </code>
      </p>
    </div>
  )
}
