import { getFormatter, getNow, getTranslations } from 'next-intl/server'
import { TextLink } from '#components/ui/link.tsx'
import type { AccessToken } from '#lib/contract/access-token.ts'
import { paths } from '#lib/paths.ts'
import { AccountButton } from '#components/signed-in/account-button.tsx'

type Props = {
  tokens: AccessToken[]
  /** Path that the forms redirect to. */
  returnTo: string
}

/** Access tokens of an account, each with a button that revokes it. Plain forms that work without scripts. */
export async function TokenList({ tokens, returnTo }: Props) {
  const t = await getTranslations('account.tokens')
  if (tokens.length === 0) return <p className="text-sm text-content-muted">{t('none')}</p>
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface-1">
      {tokens.map((token) => (
        <li
          key={token.id}
          className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 text-sm"
        >
          <TokenText token={token} />
          <AccountButton
            form="tokens"
            returnTo={returnTo}
            field={['id', token.id]}
            label={t('revokeLabel', { name: token.name })}
          >
            {t('revoke')}
          </AccountButton>
        </li>
      ))}
    </ul>
  )
}

async function TokenText({ token }: { token: AccessToken }) {
  const [t, format, now] = await Promise.all([
    getTranslations('account.tokens'),
    getFormatter(),
    getNow(),
  ])
  const { name, ending, scopes, project, expires_at: end, used_at: used } = token
  const when = (iso: string) => format.dateTime(new Date(iso), { dateStyle: 'medium' })
  const hasExpired = new Date(end) <= now
  return (
    <div className="min-w-0 flex-1 space-y-1 wrap-anywhere">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <bdi className="font-medium">{name}</bdi>
        <code dir="ltr" className="text-xs text-content-muted">
          …{ending}
        </code>
        {hasExpired && <span className="text-xs text-danger">{t('expired')}</span>}
      </p>
      <p className="text-content-muted">
        {format.list(scopes.map((scope) => t(`scope.${scope}`)))}
        {' · '}
        {project ? (
          <TextLink href={paths.settings(project)}>
            <bdi>{project.title}</bdi>
          </TextLink>
        ) : (
          t('all')
        )}
      </p>
      <p className="text-content-muted">
        <time dateTime={end}>{t(hasExpired ? 'ended' : 'ends', { when: when(end) })}</time>
        {' · '}
        {used ? <time dateTime={used}>{t('used', { when: when(used) })}</time> : t('unused')}
      </p>
    </div>
  )
}
