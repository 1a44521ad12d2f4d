import { notFound } from 'next/navigation'
import { findHidden, privateTitle, projectOf } from '#app/[locale]/home/user/find-own.ts'
import { AccountMessages } from '#components/signed-in/account-messages.tsx'
import { AnswerForm } from '#components/creator/own/answer-form-client.tsx'
import { HiddenProject } from '#components/creator/own/hidden-project.tsx'
import { requireAccount } from '#lib/sign-in/current.ts'
import { answerStateSchema } from '#lib/own-projects/answer-form.ts'
import { keptState } from '#lib/form/kept.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'

type Props = PageProps<'/[locale]/home/user/hidden/[kind]/[id]'>

export const generateMetadata = privateTitle((t) => t('creator.hidden.title', { count: 1 }))

/** A project that only its author sees: why, its content and files, and a form to answer the operator. */
export default async function HiddenPage({ params, searchParams }: Props) {
  const { locale, ...segments } = await params
  const { kind, id } = projectOf(segments)
  const address = localePath(locale, paths.hiddenProject({ kind, id }))
  const { token } = await requireAccount(locale, address)
  const hidden = await findHidden({ kind, id }, token)
  if (!hidden) notFound()
  return (
    <HiddenProject hidden={hidden}>
      <AccountMessages>
        <AnswerForm
          {...{ kind, id, address }}
          kept={await keptState(await searchParams, 'answer', answerStateSchema, token)}
        />
      </AccountMessages>
    </HiddenProject>
  )
}
