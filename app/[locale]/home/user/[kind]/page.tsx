import { notFound, redirect } from 'next/navigation'
import { requireAccount } from '#lib/sign-in/current.ts'
import { parseProjectOutcome } from '#lib/own-projects/project-outcome.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'

type Props = PageProps<'/[locale]/home/user/[kind]'>

/**
 * Redirects to one's own projects of a kind, or to one's own account. The menu links here until the
 * browser knows the user name.
 */
export default async function OwnListPage({ params, searchParams }: Props) {
  const { locale, kind: section } = await params
  const kind = kindSchema.safeParse(section).data
  if (section !== 'account' && kind === undefined) notFound()
  // Result of a form that was posted without scripts.
  const result = parseProjectOutcome((await searchParams).result)
  const path = (username?: string) =>
    localePath(
      locale,
      kind ? paths.ownProjects(kind, username, { result }) : paths.account(username),
    )
  const { account } = await requireAccount(locale, path())
  redirect(path(account.username))
}
