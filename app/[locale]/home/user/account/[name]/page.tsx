import { notFound, redirect } from 'next/navigation'
import { privateTitle } from '#app/[locale]/home/user/find-own.ts'
import { AccountSettings } from '#components/account/account-settings.tsx'
import { AuthorKinds } from '#components/account/author-kinds.tsx'
import { call } from '#lib/api/call.ts'
import { emailStateSchema } from '#lib/account/email-form.ts'
import { parseFormResult } from '#lib/account/account-outcome.ts'
import { typedAuthorSchema } from '#lib/account/typed-author.ts'
import { canonicalName } from '#lib/account/canonical-name.ts'
import { authorSchema } from '#lib/contract/project.ts'
import {
  ownAuthor,
  ownEvents,
  ownSessions,
  ownTokens,
  requireAccount,
} from '#lib/sign-in/current.ts'
import { keptState } from '#lib/form/kept.ts'
import { decodeSegment } from '#lib/i18n/decode-segment.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'

type Props = PageProps<'/[locale]/home/user/account/[name]'>

export const generateMetadata = privateTitle((t) => t('account.title'))

/** The visitor's account with its settings, or another author's projects by kind. */
export default async function AccountPage({ params, searchParams }: Props) {
  const { locale, name } = await params
  const author = authorSchema.shape.name.safeParse(decodeSegment(name)).data
  if (author === undefined) notFound()
  const path = localePath(locale, paths.account(author))
  const { account, token } = await requireAccount(locale, path)
  if (author !== account.username) {
    const list = await call('list', { kind: 'icon', author, limit: 1 })
    const canonical = canonicalName(list.author, author, account.username)
    if (canonical === null) notFound()
    if (canonical === author)
      return <AuthorKinds name={author} shown={list.author?.display_name ?? author} />
    redirect(localePath(locale, paths.account(canonical)))
  }
  const query = await searchParams
  const { result, from, username, ...typed } = query
  return (
    <AccountSettings
      account={account}
      author={await ownAuthor(account.username)}
      sessions={await ownSessions(token)}
      events={await ownEvents(token)}
      tokens={await ownTokens(token)}
      result={parseFormResult(result, from)}
      keptEmail={await keptState(query, 'email', emailStateSchema, token)}
      typedName={typeof username === 'string' ? username : ''}
      typedAuthor={typedAuthorSchema.parse(typed)}
    />
  )
}
