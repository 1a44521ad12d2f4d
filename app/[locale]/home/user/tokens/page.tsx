import { getTranslations } from 'next-intl/server'
import { findNamed, privateTitle } from '#app/[locale]/home/user/find-own.ts'
import { AccountMessages } from '#components/signed-in/account-messages.tsx'
import { TokenForm } from '#components/programs/token-form-client.tsx'
import type { Project } from '#lib/contract/project.ts'
import { tokenStateSchema } from '#lib/programs/token-form.ts'
import { keptState } from '#lib/form/kept.ts'
import { paths } from '#lib/paths.ts'

type Props = PageProps<'/[locale]/home/user/tokens'>

export const generateMetadata = privateTitle((t) => t('account.tokens.new'))

/** Creates an access token, for all projects or for the one that the query names. */
export default async function TokensPage({ params, searchParams }: Props) {
  const { locale } = await params
  const query = await searchParams
  const { project, address, back } = await findNamed(locale, query, paths.newToken)
  const t = await getTranslations('account.tokens')
  return (
    <div className="mx-auto max-w-2xl space-y-8 pt-4">
      <header className="space-y-2">
        <h1 className="font-display text-2xl font-bold">{t('new')}</h1>
        <p className="text-content-muted">{t('lead')}</p>
        <Reach project={project} />
      </header>
      <AccountMessages>
        <TokenForm
          address={address}
          kept={await keptState(query, 'token', tokenStateSchema)}
          projectId={project?.id ?? null}
          back={back}
          // Scripts that browsers load name no header of tokens (tests/e2e/token.spec.ts).
          header="Authorization: Bearer"
        />
      </AccountMessages>
    </div>
  )
}

async function Reach({ project }: { project: Project | null }) {
  const t = await getTranslations('account.tokens')
  if (!project) return <p className="text-sm text-content-muted">{t('allLead')}</p>
  return (
    <p className="wrap-anywhere">
      {t.rich('oneLead', { title: project.title, name: (title) => <bdi>{title}</bdi> })}
    </p>
  )
}
