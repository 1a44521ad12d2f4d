import { NextIntlClientProvider } from 'next-intl'
import { getMessages, getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import {
  findVersions,
  privateTitle,
  projectOf,
  requireOwnProject,
} from '#app/[locale]/home/user/find-own.ts'
import { formMessages } from '#components/creator/messages.ts'
import { NotesForm } from '#components/creator/own/notes-form-client.tsx'
import { TextLink } from '#components/ui/link.tsx'
import { langOf } from '#lib/contract/language.ts'
import { paths } from '#lib/paths.ts'

type Props = PageProps<'/[locale]/home/user/notes/[kind]/[id]/[version]'>

export const generateMetadata = privateTitle((t) => t('creator.versions.notes'))

/** Corrects the notes of a version. */
export default async function NotesPage({ params }: Props) {
  const { locale, version, ...segments } = await params
  const { kind, id } = projectOf(segments)
  const path = paths.notes({ kind, id }, version)
  const { project } = await requireOwnProject({ locale, kind, id, path })
  const t = await getTranslations('creator.versions')
  const messages = await getMessages()
  const versions = await findVersions(kind, id)
  const entry = versions.find((one) => one.version === version) ?? notFound()
  return (
    <NextIntlClientProvider messages={formMessages(messages)}>
      <div data-kind={kind} className="max-w-3xl space-y-6 pt-4">
        <div className="space-y-2">
          <p className="text-sm">
            <TextLink
              href={paths.edit(kind, { id })}
              lang={langOf(project)}
              dir="auto"
              className="wrap-anywhere"
            >
              {project.title}
            </TextLink>
          </p>
          <h1 className="font-display text-xl font-bold wrap-anywhere sm:text-2xl">
            {t('notesTitle', { version })}
          </h1>
          <p className="max-w-prose text-content-muted">{t('notesText')}</p>
        </div>
        <NotesForm {...{ kind, id, version }} notes={entry.notes} lang={langOf(project)} />
      </div>
    </NextIntlClientProvider>
  )
}
