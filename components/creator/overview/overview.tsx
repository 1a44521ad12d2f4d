import { getFormatter, getLocale, getMessages, getTranslations } from 'next-intl/server'
import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { listMessages } from '#components/creator/messages.ts'
import { buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { ButtonLink, Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Pager } from '#components/ui/pager.tsx'
import type { DraftEntry } from '#lib/contract/kept-form.ts'
import { type Kind, KINDS } from '#lib/contract/kind.ts'
import { OWN_SORTS, type OwnProjects, type OwnSort } from '#lib/contract/own-project.ts'
import { NEAR_QUOTA, needsOf } from '#lib/own-projects/needs.ts'
import { formatBytes } from '#lib/i18n/format.ts'
import { endpoints, type Path, paths } from '#lib/paths.ts'
import { OwnCard } from './own-card.tsx'
import { overviewTexts } from './texts.ts'
import { getTexts } from '#lib/i18n/translations.ts'

/** Where an overview is: of all kinds or of one, and how it is sorted. */
export type OverviewPlace = { kind: Kind | undefined; username: string; sort: OwnSort }

const pageOf = (
  { kind, username }: OverviewPlace,
  query: Record<string, string | undefined> = {},
): Path => (kind ? paths.ownProjects(kind, username, query) : paths.overview(query))

type HeadProps = {
  place: OverviewPlace
  /** How many there are of each kind, if known. */
  kinds: OwnProjects['kinds'] | undefined
  /** Whether the page leads to publishing below. */
  isEmpty: boolean
  /** Whether the account has a role: no public page has this link. */
  hasRole: boolean
}

/** Heading, and the own projects by kind. */
export async function OverviewHead({ place, kinds, isEmpty, hasRole }: HeadProps) {
  const { kind, username } = place
  const [t, admin, list, creator, names, author] = await getTexts(
    'overview',
    'admin.nav',
    'account.list',
    'creator',
    'kind',
    'author',
  )
  const format = await getFormatter()
  const countOf = (one: Kind) => kinds?.find((entry) => entry.kind === one)?.count ?? 0
  const total = KINDS.reduce((sum, one) => sum + countOf(one), 0)
  return (
    <header className="mb-6 space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="min-w-0 font-display text-xl font-bold break-words sm:text-2xl">
          {kind ? list('mine', { title: names(`${kind}.inText`) }) : t('title')}
        </h1>
        {hasRole && !kind && (
          <ButtonLink href={paths.admin} variant="ghost" className="ms-auto">
            {admin('label')}
          </ButtonLink>
        )}
        {kinds && total > 0 && !kind && (
          <a
            href={endpoints.overviewCard(await getLocale())}
            download
            className={`${buttonClass({ variant: 'secondary' })} ${hasRole ? '' : 'ms-auto'}`}
          >
            <Icon name="download" /> {t('share')}
          </a>
        )}
        {!isEmpty && (
          <ButtonLink href={kind ? paths.upload(kind) : paths.publish} variant="primary">
            {kind ? creator('upload', { kind }) : t('publish')}
          </ButtonLink>
        )}
      </div>
      <nav aria-label={author('kinds')}>
        <ul className="author-tabs">
          {[undefined, ...KINDS].map((one) => (
            <li key={one ?? 'all'} data-kind={one}>
              <Link
                href={pageOf({ ...place, kind: one, username })}
                aria-current={one === kind ? 'page' : undefined}
              >
                {one && <Icon name={one} />}
                {one ? names(`${one}.many`) : author('everything')}
                {kinds && <small>{format.number(one ? countOf(one) : total)}</small>}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  )
}

/** Warns near the quota of the account. */
export async function Storage({ storage }: { storage: OwnProjects['storage'] }) {
  const [t, locale] = await Promise.all([getTranslations('overview'), getLocale()])
  if (!storage || storage.used < NEAR_QUOTA * storage.quota) return null
  const { used, quota } = storage
  return (
    <div className="mb-8">
      <Notice tone="warning" title={t('storage.title', { share: Math.min(used / quota, 1) })}>
        {t('storage.text', { used: formatBytes(used, locale), quota: formatBytes(quota, locale) })}
      </Notice>
    </div>
  )
}

type Props = {
  place: OverviewPlace
  projects: Pick<OwnProjects, 'items' | 'next'> & { from: string | null }
  page: number
  drafts: DraftEntry[]
}

/** Own projects as cards, with their order. */
export async function Overview({ place, projects, page, drafts }: Props) {
  const { items, from, next } = projects
  const texts = await overviewTexts()
  const list = await getTranslations('list')
  const query = (number: number) => ({
    sort: place.sort === 'trend' ? undefined : place.sort,
    page: number === 1 ? undefined : String(number),
  })
  return (
    <NextIntlClientProvider messages={listMessages(await getMessages())}>
      {from === null ? (
        <p className="mb-4 text-sm text-content-muted">{texts.t('noFigures')}</p>
      ) : (
        <Order place={place} />
      )}
      <ul className="grid grid-cols-1 gap-5 min-[760px]:grid-cols-2 min-[1180px]:grid-cols-3">
        {items.map((project) => (
          <li key={project.id} className="grid min-w-0">
            <OwnCard project={project} needs={needsOf(project, drafts)} from={from} texts={texts} />
          </li>
        ))}
      </ul>
      <Pager
        labels={{ pages: list('pages'), first: list('first'), next: list('next') }}
        first={page > 1 ? pageOf(place, query(1)) : null}
        next={next === null ? null : pageOf(place, query(next))}
      />
    </NextIntlClientProvider>
  )
}

/** Links that sort; they work without scripts. */
async function Order({ place }: { place: OverviewPlace }) {
  const [t, list] = await getTexts('overview', 'list.sort')
  const labels: Record<OwnSort, ReactNode> = { trend: t('sortTrend'), name: list('name') }
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <nav aria-label={list('label')}>
        <ul className="author-tabs">
          {OWN_SORTS.map((sort) => (
            <li key={sort}>
              <Link
                href={pageOf(place, { sort: sort === 'trend' ? undefined : sort })}
                aria-current={sort === place.sort ? 'true' : undefined}
              >
                {labels[sort]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <p className="min-w-0 flex-1 basis-64 text-content-muted">{t('lead')}</p>
    </div>
  )
}

/** Nothing published yet: the way to publish. */
export async function EmptyOverview({ kind }: { kind: Kind | undefined }) {
  const [t, list, creator, kinds] = await getTexts(
    'overview.empty',
    'account.list',
    'creator',
    'kind',
  )
  const title = kind && kinds(`${kind}.inText`)
  return (
    <EmptyState
      title={title === undefined ? t('title') : list('emptyMine', { title })}
      text={kind ? list('hint') : t('text')}
    >
      <p className="flex flex-wrap justify-center gap-3">
        <ButtonLink href={kind ? paths.upload(kind) : paths.publish} variant="primary">
          {kind ? creator('upload', { kind }) : t('publish')}
        </ButtonLink>
        {kind && title !== undefined && (
          <ButtonLink href={paths.list(kind)} variant="secondary">
            {list('browse', { title })}
          </ButtonLink>
        )}
      </p>
    </EmptyState>
  )
}
