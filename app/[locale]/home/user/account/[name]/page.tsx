import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { AccountSettings } from '#components/auth/account-settings.tsx'
import { AuthorKinds } from '#components/auth/author-kinds.tsx'
import { listProjects } from '#lib/api/projects.ts'
import { parseTold } from '#lib/auth/account-outcome.ts'
import { rightName } from '#lib/auth/right-name.ts'
import { authorSchema } from '#lib/contract/project.ts'
import { ownSessions, requireAccount } from '#lib/auth/current.ts'
import { decodeSegment } from '#lib/i18n/decode-segment.ts'
import { localePath } from '#lib/i18n/path.ts'

type Props = PageProps<'/[locale]/home/user/account/[name]'>

export async function generateMetadata() {
  const t = await getTranslations('account')
  return { title: t('title'), robots: { index: false } }
}

/** One's own account with its settings, or another author's projects by kind. */
export default async function AccountPage({ params, searchParams }: Props) {
  const { locale, name } = await params
  const { account, token } = await requireAccount(
    locale,
    localePath(locale, `/home/user/account/${name}`),
  )
  const author = authorSchema.shape.name.safeParse(decodeSegment(name)).data
  if (author === undefined) notFound()
  if (author !== account.username) {
    const list = await listProjects('icon', { author, limit: 1 })
    const right = rightName(list.author, author, account.username)
    if (right === null) notFound()
    if (right === author) return <AuthorKinds name={author} />
    redirect(localePath(locale, `/home/user/account/${encodeURIComponent(right)}`))
  }
  const { told } = await searchParams
  return (
    <AccountSettings account={account} sessions={await ownSessions(token)} told={parseTold(told)} />
  )
}
