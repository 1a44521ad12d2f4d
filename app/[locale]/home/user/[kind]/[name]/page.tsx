import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { AfterPager } from '#app/[locale]/after-pager.tsx'
import { OwnOverview } from '#app/[locale]/home/user/own-overview.tsx'
import { Grid } from '#components/catalogue/grid.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { call } from '#lib/api/call.ts'
import { ifFound } from '#lib/api/if-available.ts'
import { requireAccount } from '#lib/sign-in/current.ts'
import { canonicalName } from '#lib/account/canonical-name.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { LIST_LIMIT_MAX } from '#lib/contract/limits.ts'
import { isolated } from '#lib/contract/name/name.ts'
import { authorSchema } from '#lib/contract/project.ts'
import { decodeSegment } from '#lib/i18n/decode-segment.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { getTexts } from '#lib/i18n/translations.ts'

type Props = PageProps<'/[locale]/home/user/[kind]/[name]'>

export async function generateMetadata({ params }: Props) {
  const kind = kindSchema.safeParse((await params).kind)
  const t = await getTranslations('kind')
  return { title: kind.success ? t(`${kind.data}.many`) : undefined, robots: { index: false } }
}

/** The projects of one kind by one author; one's own as the overview shows them. */
export default async function UserListPage({ params, searchParams }: Props) {
  const { locale, ...segments } = await params
  const kind = kindSchema.safeParse(segments.kind).data
  const name = authorSchema.shape.name.safeParse(decodeSegment(segments.name)).data
  if (!kind || name === undefined) notFound()
  const path = (username: string) => localePath(locale, paths.ownProjects(kind, username))
  const principal = await requireAccount(locale, path(name))
  const { username } = principal.account
  const query = await searchParams
  if (name === username) return <OwnOverview principal={principal} kind={kind} query={query} />
  const { after } = query
  const isContinued = typeof after === 'string'
  const wanted = { kind, author: name, limit: LIST_LIMIT_MAX, ...(isContinued && { after }) }
  // A cursor may be invalid.
  const list = (await ifFound(call('list', wanted))) ?? notFound()
  const canonical = canonicalName(list.author, name, username)
  if (canonical === null) notFound()
  if (canonical !== name) redirect(path(canonical))
  const shown = list.author?.display_name ?? name
  const [t, kinds] = await getTexts('account.list', 'kind')
  return (
    <div data-kind={kind} className="pt-4">
      <h1 className="mb-8 min-w-0 font-display text-2xl font-bold break-words">
        {t('theirs', { title: kinds(`${kind}.many`), name: isolated(shown) })}
      </h1>
      {list.items.length > 0 && <Grid projects={list.items} early isOneKind isOneAuthor />}
      <AfterPager
        pageOf={(page) => paths.ownProjects(kind, name, page)}
        filter={{}}
        after={wanted.after}
        next={list.next}
      />
      {list.items.length === 0 && <EmptyList kind={kind} />}
    </div>
  )
}

async function EmptyList({ kind }: { kind: Kind }) {
  const [t, kinds] = await getTexts('account.list', 'kind')
  const title = kinds(`${kind}.inText`)
  return (
    <EmptyState title={t('emptyTheirs', { title })} text={t('hintTheirs')}>
      <ButtonLink href={paths.list(kind)} variant="secondary">
        {t('browse', { title })}
      </ButtonLink>
    </EmptyState>
  )
}
