import { getFormatter, getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { formId, type FormResult } from '#lib/auth/account-outcome.ts'
import type { Project } from '#lib/contract/project.ts'
import type { Publisher, Publishers } from '#lib/contract/publisher.ts'
import { pages } from '#lib/paths.ts'
import { AccountButton } from './account-button.tsx'
import { OutcomeNotice } from './outcome-notice.tsx'
import { outcomeLabels } from './outcome-labels.ts'

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
  const [t, publish, outcomes] = await Promise.all([
    getTranslations('account.publishers'),
    getTranslations('publish.automation'),
    outcomeLabels(),
  ])
  return (
    <section id="publishers" className="space-y-5 border-t border-line pt-8">
      <div className="space-y-1">
        <h2 className="font-display text-lg font-semibold">{t(project ? 'title' : 'pending')}</h2>
        {project && (
          <p className="text-sm text-content-muted">
            {t('lead')}{' '}
            <Link href={pages.automation('trusted')} className="underline underline-offset-4">
              {publish('title')}
            </Link>
          </p>
        )}
      </div>
      {result?.form === 'publishers' && (
        <OutcomeNotice
          id={formId('publishers', 'result')}
          outcome={result.outcome}
          labels={outcomes}
          done={t('removed')}
        />
      )}
      <List publishers={publishers.items} returnTo={returnTo} />
      {project && (
        <Link
          href={pages.publishers(project)}
          className={`${buttonClass({ variant: 'secondary' })} w-fit`}
        >
          {t('new')}
        </Link>
      )}
    </section>
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
        </li>
      ))}
    </ul>
  )
}

async function PublisherText({ publisher }: { publisher: Publisher }) {
  const [t, format] = await Promise.all([getTranslations('account.publishers'), getFormatter()])
  const { id, service, repository, workflow, environment, first, used_at: used } = publisher
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
