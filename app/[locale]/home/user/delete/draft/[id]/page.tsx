import { notFound } from 'next/navigation'
import { privateTitle } from '#app/[locale]/home/user/find-own.ts'
import { Confirmation } from '#components/creator/own/confirmation.tsx'
import { call } from '#lib/api/call.ts'
import { ifAvailable } from '#lib/api/if-available.ts'
import { requireAccount } from '#lib/sign-in/current.ts'
import { parseProjectOutcome } from '#lib/own-projects/project-outcome.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { isolated } from '#lib/contract/name/name.ts'
import { getTexts } from '#lib/i18n/translations.ts'

type Props = PageProps<'/[locale]/home/user/delete/draft/[id]'>

export const generateMetadata = privateTitle((t) => t('creator.drafts.sure'))

/** Asks whether to delete a draft; 404 for the drafts of others. */
export default async function DeleteDraftPage({ params, searchParams }: Props) {
  const { locale, id } = await params
  const page = localePath(locale, paths.deleteDraft(id))
  const { account, token } = await requireAccount(locale, page)
  const drafts = await ifAvailable(call('keptForms', {}, { token }))
  const draft = drafts?.items.find((one) => one.id === id)
  if (!draft) notFound()
  const { kind, title } = draft
  const [t, creator] = await getTexts('creator.drafts', 'creator')
  return (
    <Confirmation
      title={t('sure')}
      text={t('warning', { title: isolated(title || creator('untitled')) })}
      kind={kind}
      outcome={parseProjectOutcome((await searchParams).result)}
      form="draft"
      fields={{ kind, id }}
      cancel={{ label: t('keep'), page: paths.ownProjects(kind, account.username) }}
      confirm={t('confirm')}
    />
  )
}
