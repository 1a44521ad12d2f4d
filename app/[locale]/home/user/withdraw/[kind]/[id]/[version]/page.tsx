import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { findVersions, projectOf, requireOwnProject } from '#app/[locale]/home/user/find-own.ts'
import { Confirmation } from '#components/creator/own/confirmation.tsx'
import { Field } from '#components/ui/field-client.tsx'
import { call } from '#lib/api/call.ts'
import { ifAvailable, ifFound, ifOffered } from '#lib/api/if-available.ts'
import {
  parseProjectOutcome,
  VERSION_QUESTIONS,
  type VersionQuestion,
} from '#lib/own-projects/project-outcome.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { idSchema } from '#lib/contract/project.ts'
import { paths } from '#lib/paths.ts'
import { neededBy } from '#lib/creator/needed-by.ts'
import { getTexts } from '#lib/i18n/translations.ts'

type Props = PageProps<'/[locale]/home/user/withdraw/[kind]/[id]/[version]'>

/** The question to ask: by the link where the version is published, since two lead here. */
async function questionOf(
  { kind, id, version }: { kind: Kind; id: string; version: string },
  change: string | string[] | undefined,
  token: string,
): Promise<VersionQuestion> {
  const [versions, status] = await Promise.all([
    findVersions(kind, id),
    ifAvailable(call('status', { kind, id }, { token })),
  ])
  const isOfVersion = (entry: { version: string }) => entry.version === version
  if (status?.scheduled.some(isOfVersion) || status?.held.includes(version)) return 'cancelled'
  if (change === 'discarded' && status?.discardable?.some(isOfVersion)) return 'discarded'
  if (!versions.some((entry) => isOfVersion(entry) && !entry.yanked_at)) notFound()
  return 'withdrawn'
}

export async function generateMetadata({ params, searchParams }: Props) {
  const [{ kind: path, id, version }, { change }] = await Promise.all([params, searchParams])
  const t = await getTranslations('creator.versions')
  const kind = kindSchema.safeParse(path).data
  const versions = kind && idSchema.safeParse(id).success ? await findVersions(kind, id) : []
  const isPublished = versions.some((entry) => entry.version === version)
  const published = change === 'discarded' ? change : 'withdrawn'
  const question = isPublished ? published : 'cancelled'
  return {
    title: t(VERSION_QUESTIONS[question].title, { version }),
    robots: { index: false },
  }
}

/** Asks whether and why to withdraw or discard a version, or whether to discard one that waits, for browsers without scripts. */
export default async function WithdrawPage({ params, searchParams }: Props) {
  const { locale, version, ...segments } = await params
  const { kind, id } = projectOf(segments)
  const { result, reason, change: asked } = await searchParams
  const { query } = VERSION_QUESTIONS[asked === 'discarded' ? asked : 'withdrawn']
  const path = paths.withdraw({ kind, id }, version, query)
  const { token } = await requireOwnProject({ locale, kind, id, path })
  const [t, own, form] = await getTexts('creator.versions', 'creator.own', 'form')
  const [change, needs] = await Promise.all([
    questionOf({ kind, id, version }, asked, token),
    ifFound(ifOffered(call('needs', { kind, id }))),
  ])
  // No other project can need one that waits.
  const needed = needs && change !== 'cancelled' ? neededBy(needs, locale) : null
  const outcome = parseProjectOutcome(result)
  const isTooLong = outcome === 'too_long'
  const { title, text, button, help } = VERSION_QUESTIONS[change]
  return (
    <Confirmation
      title={t(title, { version })}
      text={[t(text), ...(needed ? [own('needed', needed)] : [])].join(' ')}
      kind={kind}
      outcome={isTooLong ? null : outcome}
      form="version"
      fields={{ kind, id, version, change }}
      cancel={{ label: own('keep'), page: paths.edit(kind, { id }) }}
      confirm={t(button)}
    >
      {help && (
        <Field
          id="reason"
          name="reason"
          label={t('reason')}
          optional={form('optional')}
          help={t(help)}
          error={isTooLong ? t('tooLong') : undefined}
          defaultValue={typeof reason === 'string' ? reason : ''}
          dir="auto"
          autoComplete="off"
        />
      )}
    </Confirmation>
  )
}
