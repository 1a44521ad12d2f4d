import {
  findHidden,
  privateTitle,
  projectOf,
  requireOwnProject,
} from '#app/[locale]/home/user/find-own.ts'
import { Confirmation } from '#components/creator/own/confirmation.tsx'
import { call } from '#lib/api/call.ts'
import { ifFound, ifOffered } from '#lib/api/if-available.ts'
import { requireAccount } from '#lib/sign-in/current.ts'
import { parseProjectOutcome } from '#lib/own-projects/project-outcome.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { isolated } from '#lib/contract/name/name.ts'
import { neededBy } from '#lib/creator/needed-by.ts'
import { getTexts } from '#lib/i18n/translations.ts'

type Props = PageProps<'/[locale]/home/user/delete/[kind]/[id]'>

export const generateMetadata = privateTitle((t) => t('creator.own.sure'))

/** Asks whether to delete a project, for browsers without scripts. */
export default async function DeletePage({ params, searchParams }: Props) {
  const { locale, ...segments } = await params
  const { kind, id } = projectOf(segments)
  const path = paths.deleteProject({ kind, id })
  const principal = await requireAccount(locale, localePath(locale, path))
  const found = await findHidden({ kind, id }, principal.token)
  const { account, project } = found
    ? { ...principal, ...found }
    : await requireOwnProject({ locale, kind, id, path })
  const [t, hidden] = await getTexts('creator.own', 'creator.hidden')
  const needs = found ? null : await ifFound(ifOffered(call('needs', { kind, id })))
  const needed = needs && neededBy(needs, locale)
  const warning = t('warning', { title: isolated(project.title) })
  return (
    <Confirmation
      title={t('sure')}
      text={[
        warning,
        ...(found ? [hidden('kept')] : []),
        ...(needed ? [t('needed', needed)] : []),
      ].join(' ')}
      kind={kind}
      outcome={parseProjectOutcome((await searchParams).result)}
      form="delete"
      fields={{ kind, id }}
      cancel={{ label: t('keep'), page: paths.ownProjects(kind, account.username) }}
      confirm={t('confirm')}
    />
  )
}
