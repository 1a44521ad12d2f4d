import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { Grid } from '#components/catalogue/grid.tsx'
import { Counts } from '#components/creator/counts.tsx'
import { Hidden } from '#components/creator/hidden.tsx'
import { Transfers } from '#components/creator/transfers.tsx'
import { OwnActions } from '#components/creator/own-actions-client.tsx'
import { refusalWords } from '#components/creator/save-words.ts'
import { buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { hiddenProjects, ownCounts, transfers } from '#lib/api/accounts.ts'
import { ApiError } from '#lib/api/error.ts'
import { listProjects } from '#lib/api/projects.ts'
import { requireAccount } from '#lib/auth/current.ts'
import { rightName } from '#lib/auth/right-name.ts'
import { KIND_TABLE, kindSchema } from '#lib/contract/kind.ts'
import { LIST_LIMIT_MAX } from '#lib/contract/limits.ts'
import { authorSchema, type Project } from '#lib/contract/project.ts'
import { decodeSegment } from '#lib/i18n/decode-segment.ts'
import { localePath } from '#lib/i18n/path.ts'

type Props = PageProps<'/[locale]/home/user/[kind]/[name]'>

export async function generateMetadata({ params }: Props) {
  const kind = kindSchema.safeParse((await params).kind)
  const t = await getTranslations('kind')
  return { title: kind.success ? t(`${kind.data}.many`) : undefined, robots: { index: false } }
}

/** A backend need not know; the list is there all the same. */
async function ifKnown<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/** The projects of one kind that an author has published; one's own are never from a cache. */
export default async function UserListPage({ params }: Props) {
  const { locale, kind: segment, name } = await params
  const place = localePath(locale, `/home/user/${segment}/${name}`)
  const { account, token } = await requireAccount(locale, place)
  const [kind, author] = [
    kindSchema.safeParse(segment),
    authorSchema.shape.name.safeParse(decodeSegment(name)),
  ]
  if (!kind.success || !author.success) notFound()
  const list = await listProjects(kind.data, { author: author.data, limit: LIST_LIMIT_MAX })
  const { items } = list
  const right = rightName(list.author, author.data, account.username)
  if (right === null) notFound()
  if (right !== author.data) {
    redirect(localePath(locale, `/home/user/${segment}/${encodeURIComponent(right)}`))
  }
  const [t, own, done, kinds, refusals] = await Promise.all([
    getTranslations('account.list'),
    getTranslations('creator.own'),
    getTranslations('creator.done'),
    getTranslations('kind'),
    refusalWords(),
  ])
  const isOwn = author.data === account.username
  const [counts, hidden, moved] = await Promise.all([
    isOwn ? ifKnown(ownCounts(token, kind.data)) : null,
    isOwn ? ifKnown(hiddenProjects(token)) : null,
    isOwn && kind.data === 'plugin' ? ifKnown(transfers(token)) : null,
  ])
  const hiddenHere = hidden?.items.filter((one) => one.kind === kind.data) ?? []
  const title = kinds(`${kind.data}.inText`)
  const addHref = isOwn ? `/home/user/upload${kind.data}` : null
  const editHref = localePath(locale, `/home/user/edit${kind.data}`)
  const actions = (project: Project) => ({
    note: (
      <OwnActions
        kind={project.kind}
        id={project.id}
        editHref={`${editHref}?id=${project.id}`}
        login={localePath(locale, '/login')}
        words={{
          edit: own('edit'),
          delete: own('delete'),
          sure: own('sure'),
          warning: own('warning', { title: project.title }),
          keep: own('keep'),
          confirm: own('confirm'),
          done: done('delete', { item: kinds(`${project.kind}.one`) }),
          refusals,
        }}
      />
    ),
  })
  return (
    <div data-kind={kind.data} className="pt-4">
      <div className="mb-8 flex flex-wrap items-center justify-between gap-4">
        <h1 className="min-w-0 font-display text-2xl font-bold break-words">
          {isOwn
            ? t('mine', { title })
            : t('theirs', { title: kinds(`${kind.data}.many`), name: author.data })}
        </h1>
        {addHref !== null && (
          <Link href={addHref} className={buttonClass({ variant: 'primary' })}>
            {own('add', { item: kinds(`${kind.data}.one`) })}
          </Link>
        )}
      </div>
      <Hidden items={hiddenHere} />
      {moved && <Transfers transfers={moved.items} />}
      {counts && items.length > 0 && <Counts counts={counts} />}
      {items.length > 0 && <Grid projects={items} early {...(isOwn && { extras: actions })} />}
      {items.length + hiddenHere.length === 0 && (
        <EmptyState
          title={t(isOwn ? 'emptyMine' : 'emptyTheirs', { title })}
          text={t(isOwn ? 'hint' : 'hintTheirs')}
        >
          <Link
            href={`/home/${KIND_TABLE[kind.data].path}`}
            className={buttonClass({ variant: 'secondary' })}
          >
            {t('browse', { title })}
          </Link>
        </EmptyState>
      )}
    </div>
  )
}
