import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { findNamed, privateTitle } from '#app/[locale]/home/user/find-own.ts'
import { AccountMessages } from '#components/signed-in/account-messages.tsx'
import { PublisherForm } from '#components/programs/publisher-form-client.tsx'
import { PublisherSection } from '#components/programs/publisher-section.tsx'
import { parseFormResult } from '#lib/account/account-outcome.ts'
import { ownPublishers } from '#lib/sign-in/current.ts'
import { publisherStateSchema } from '#lib/programs/publisher-form.ts'
import { keptState } from '#lib/form/kept.ts'
import { paths } from '#lib/paths.ts'

type Props = PageProps<'/[locale]/home/user/publishers'>

export const generateMetadata = privateTitle((t) => t('account.publishers.title'))

/** Trusts a workflow to publish the project that the query names, or the first release of one. */
export default async function PublishersPage({ params, searchParams }: Props) {
  const { locale } = await params
  const query = await searchParams
  const { token, project, address, back } = await findNamed(locale, query, paths.publishers)
  const publishers = await ownPublishers(token, project?.id)
  if (!publishers) notFound()
  const t = await getTranslations('account.publishers')
  return (
    <AccountMessages>
      <div className="mx-auto max-w-2xl space-y-12 pt-4">
        <header className="space-y-2">
          <h1 className="font-display text-2xl font-bold">{t('new')}</h1>
          {project ? (
            <p className="wrap-anywhere">
              {t.rich('forProject', { title: project.title, name: (title) => <bdi>{title}</bdi> })}
            </p>
          ) : (
            <p className="text-content-muted">{t('pendingLead')}</p>
          )}
        </header>
        <PublisherForm
          address={address}
          kept={await keptState(query, 'publisher', publisherStateSchema, token)}
          projectId={project?.id ?? null}
          issuers={publishers.issuers}
          back={back}
        />
        {!project && (
          <PublisherSection
            publishers={publishers}
            project={null}
            returnTo={address}
            result={parseFormResult(query['result'])}
          />
        )}
      </div>
    </AccountMessages>
  )
}
