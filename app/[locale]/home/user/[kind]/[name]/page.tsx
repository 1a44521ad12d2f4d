import { notFound, redirect } from 'next/navigation'
import { NextIntlClientProvider } from 'next-intl'
import { getMessages, getTranslations } from 'next-intl/server'
import { Grid } from '#components/catalogue/grid.tsx'
import { Counts } from '#components/creator/own/counts.tsx'
import { Drafts } from '#components/creator/own/drafts.tsx'
import { Hidden, Unlisted } from '#components/creator/own/hidden.tsx'
import { listMessages } from '#components/creator/messages.ts'
import { ProjectNotice } from '#components/creator/own/project-notice.tsx'
import { Transfers } from '#components/creator/own/transfers.tsx'
import { OwnActions } from '#components/creator/own/own-actions-client.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { Pager } from '#components/ui/pager.tsx'
import { call } from '#lib/api/call.ts'
import { ifAvailable, ifFound } from '#lib/api/if-available.ts'
import { requireAccount } from '#lib/auth/current.ts'
import { parseProjectOutcome } from '#lib/auth/project-outcome.ts'
import { canonicalName } from '#lib/auth/canonical-name.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { type Kind, KIND_TABLE } from '#lib/contract/kind.ts'
import { LIST_LIMIT_MAX } from '#lib/contract/limits.ts'
import { authorSchema, type Project } from '#lib/contract/project.ts'
import { decodeSegment } from '#lib/i18n/decode-segment.ts'
import { localePath } from '#lib/i18n/path.ts'
import { pages } from '#lib/paths.ts'

type Props = PageProps<'/[locale]/home/user/[kind]/[name]'>

export async function generateMetadata({ params }: Props) {
  const kind = kindSchema.safeParse((await params).kind)
  const t = await getTranslations('kind')
  return { title: kind.success ? t(`${kind.data}.many`) : undefined, robots: { index: false } }
}

/** The projects of one kind by one author. One's own come with actions, and never from a cache. */
export default async function UserListPage({ params, searchParams }: Props) {
  const { locale, ...segments } = await params
  const kind = kindSchema.safeParse(segments.kind).data
  const name = authorSchema.shape.name.safeParse(decodeSegment(segments.name)).data
  if (!kind || name === undefined) notFound()
  const path = (username: string) => localePath(locale, pages.ownProjects(kind, username))
  const { account, token } = await requireAccount(locale, path(name))
  const { result, after } = await searchParams
  const isContinued = typeof after === 'string'
  const wanted = { kind, author: name, limit: LIST_LIMIT_MAX, ...(isContinued && { after }) }
  // A cursor may be invalid.
  const list = (await ifFound(call('list', wanted))) ?? notFound()
  const canonical = canonicalName(list.author, name, account.username)
  if (canonical === null) notFound()
  if (canonical !== name) redirect(path(canonical))
  const isOwn = name === account.username
  const outcome = isOwn ? parseProjectOutcome(result) : null
  const extras = isOwn ? await findExtras(kind, token) : null
  const isOfKind = (project: { kind: Kind }) => project.kind === kind
  const hidden = extras?.hidden?.items.filter(isOfKind) ?? []
  const drafts = extras?.drafts?.items.filter(isOfKind) ?? []
  const unlisted = extras?.unlisted?.items.filter(isOfKind) ?? []
  return (
    <div data-kind={kind} className="pt-4">
      <ListHeading {...{ kind, name, isOwn }} />
      {outcome && (
        <div className="mb-8">
          <ProjectNotice kind={kind} outcome={outcome} />
        </div>
      )}
      <Drafts items={drafts} />
      <Hidden items={hidden} />
      {extras?.transfers && <Transfers transfers={extras.transfers.items} />}
      {extras?.counts && list.items.length > 0 && <Counts counts={extras.counts} />}
      {list.items.length > 0 && <Projects {...{ isOwn, projects: list.items }} />}
      <ListPager {...{ kind, name, isContinued, next: list.next }} />
      <Unlisted items={unlisted} />
      {list.items.length + drafts.length + hidden.length + unlisted.length === 0 && (
        <EmptyList {...{ kind, isOwn }} />
      )}
    </div>
  )
}

type PagerProps = { kind: Kind; name: string; isContinued: boolean; next: string | null }

async function ListPager({ kind, name, isContinued, next }: PagerProps) {
  const t = await getTranslations('list')
  return (
    <Pager
      labels={{ pages: t('pages'), first: t('first'), next: t('next') }}
      first={isContinued ? pages.ownProjects(kind, name) : null}
      next={next === null ? null : pages.ownProjects(kind, name, { after: next })}
    />
  )
}

async function findExtras(kind: Kind, token: string) {
  const hasTransfers = KIND_TABLE[kind].source === 'repository'
  const [counts, drafts, hidden, unlisted, moved] = await Promise.all([
    ifAvailable(call('ownCounts', { kind }, { token })),
    ifAvailable(call('keptForms', {}, { token })),
    ifAvailable(call('hiddenProjects', {}, { token })),
    ifAvailable(call('unlistedProjects', {}, { token })),
    hasTransfers ? ifAvailable(call('transfers', {}, { token })) : null,
  ])
  return { counts, drafts, hidden, unlisted, transfers: moved }
}

async function ListHeading({ kind, name, isOwn }: { kind: Kind; name: string; isOwn: boolean }) {
  const [t, creator, kinds] = await Promise.all([
    getTranslations('account.list'),
    getTranslations('creator'),
    getTranslations('kind'),
  ])
  return (
    <div className="mb-8 flex flex-wrap items-center justify-between gap-4">
      <h1 className="min-w-0 font-display text-2xl font-bold break-words">
        {isOwn
          ? t('mine', { title: kinds(`${kind}.inText`) })
          : t('theirs', { title: kinds(`${kind}.many`), name })}
      </h1>
      {isOwn && (
        <ButtonLink href={pages.upload(kind)} variant="primary">
          {creator('upload', { kind })}
        </ButtonLink>
      )}
    </div>
  )
}

async function Projects({ projects, isOwn }: { projects: Project[]; isOwn: boolean }) {
  if (!isOwn) return <Grid projects={projects} early isOneKind isOneAuthor />
  const actions = ({ kind, id, title }: Project) => ({
    note: (
      <div className="mx-4 pt-2">
        <OwnActions kind={kind} id={id} title={title} />
      </div>
    ),
  })
  return (
    <NextIntlClientProvider messages={listMessages(await getMessages())}>
      <Grid projects={projects} early isOneKind isOneAuthor extras={actions} />
    </NextIntlClientProvider>
  )
}

async function EmptyList({ kind, isOwn }: { kind: Kind; isOwn: boolean }) {
  const [t, kinds] = await Promise.all([getTranslations('account.list'), getTranslations('kind')])
  const title = kinds(`${kind}.inText`)
  return (
    <EmptyState
      title={t(isOwn ? 'emptyMine' : 'emptyTheirs', { title })}
      text={t(isOwn ? 'hint' : 'hintTheirs')}
    >
      <ButtonLink href={pages.list(kind)} variant="secondary">
        {t('browse', { title })}
      </ButtonLink>
    </EmptyState>
  )
}
