import { getLocale, getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { ButtonLink, TextLink } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { AuthorProfile } from '#lib/contract/author.ts'
import type { AccessToken } from '#lib/contract/access-token.ts'
import type { SecurityEvents } from '#lib/contract/security/event.ts'
import type { AccountInfo, AccountSession } from '#lib/contract/account.ts'
import type { TypedAuthor } from '#lib/account/author-input.ts'
import type { FormResult } from '#lib/account/account-outcome.ts'
import type { EmailFormState } from '#lib/account/email-form.ts'
import { shownName } from '#lib/contract/name/name.ts'
import { localePath } from '#lib/i18n/path.ts'
import { apiRequest } from '#lib/browser/api-routes.ts'
import { paths } from '#lib/paths.ts'
import { SignOut } from '#components/account/corner/account-corner.tsx'
import { AccountMessages } from '#components/signed-in/account-messages.tsx'
import { AuthorForm } from './author-form-client.tsx'
import { KindLinks } from './author-kinds.tsx'
import { DeleteAccount } from './delete-account-client.tsx'
import { ResultNotice } from '#components/signed-in/outcome-notice.tsx'
import { PasswordForm } from './password-form-client.tsx'
import type { AccountProof } from './proof-fields-client.tsx'
import { Section } from '#components/ui/section.tsx'
import { EmailSection } from './email-section.tsx'
import { SecurityEventList } from './security-events.tsx'
import { SessionList } from './session-list.tsx'
import { TokenList } from '#components/account/token-list.tsx'

type Props = {
  account: AccountInfo
  /** `null` if the backend does not list sessions. */
  sessions: AccountSession[] | null
  events: SecurityEvents['items'] | null
  /** `null` if the backend has no access tokens. */
  tokens: AccessToken[] | null
  /** Result of a form that was posted without scripts. */
  result: FormResult | null
  /** State of the form for the address, likewise. */
  keptEmail: EmailFormState | null
  /** What the page of the author shows; `null` if the backend does not offer it. */
  author: AuthorProfile | null
  /** User name typed into the form that deletes the account. */
  typedName: string
  /** What was typed into the form of the author's page, if it was refused. */
  typedAuthor: TypedAuthor
}

/** Account page: profile, projects, public page, password, sessions, access tokens, data export, deletion. */
export async function AccountSettings(props: Props) {
  const { account, author, sessions, events, tokens, result, typedName, typedAuthor } = props
  const [t, locale] = await Promise.all([getTranslations('account'), getLocale()])
  const { username, email, has_password: hasPassword = true } = account
  const returnTo = localePath(locale, paths.account(username))
  const proof = proofOf(hasPassword, email)
  const shared = { proof, username, returnTo, result }
  return (
    <AccountMessages>
      <div className="mx-auto max-w-2xl space-y-12 pt-4">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <h1 className="font-display text-2xl font-bold">{t('title')}</h1>
          <SignOut home={localePath(locale, paths.home)} />
        </div>
        <Profile account={account} returnTo={returnTo} />
        {author && <PublicPage {...{ author, username, returnTo, result, typed: typedAuthor }} />}
        <Section
          id="password"
          title={t('password.title')}
          lead={hasPassword ? t('password.lead') : t('password.first')}
          more={proof === 'session' ? t('proof.fresh') : undefined}
        >
          <PasswordForm {...shared} />
        </Section>
        <EmailSection
          address={`${returnTo}#email`}
          kept={props.keptEmail}
          hasPassword={hasPassword}
          hasEmail={account.email !== ''}
        />
        {sessions && (
          <Section id="sessions" title={t('sessions.title')} lead={t('sessions.lead')}>
            <ResultNotice form="sessions" result={result} done={t('sessions.done')} />
            <SessionList sessions={sessions} returnTo={returnTo} />
            {events && <SecurityEventList events={events} />}
          </Section>
        )}
        {tokens && <Tokens {...{ tokens, returnTo, result }} />}
        <Section title={t('export.title')} lead={t('export.text')}>
          <a
            href={apiRequest('exportAccount', {}).path}
            download={`${username}.json`}
            className={`${buttonClass({ variant: 'secondary' })} w-fit`}
          >
            <Icon name="download" /> {t('export.submit')}
          </a>
        </Section>
        <Section id="delete" title={t('remove.title')} lead={t('remove.text')}>
          <DeleteAccount {...shared} typedName={typedName} />
        </Section>
      </div>
    </AccountMessages>
  )
}

/** How the owner proves their identity; see backend/services/account/prove.ts. */
function proofOf(hasPassword: boolean, email: string): AccountProof {
  if (hasPassword) return 'password'
  return email === '' ? 'session' : 'code'
}

async function Profile({ account, returnTo }: Pick<Props, 'account'> & { returnTo: string }) {
  const t = await getTranslations('account')
  const { username, email, name_pending: isPending } = account
  return (
    <Section title={t('profile')}>
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[10rem_1fr]">
        <dt className="text-content-muted">{t('username')}</dt>
        <dd className="flex min-w-0 flex-wrap gap-x-4 font-medium">
          <span className="min-w-0 wrap-anywhere">{username}</span>
          {isPending && (
            <TextLink href={paths.chooseName(returnTo)} className="font-normal">
              {t('name.change')}
            </TextLink>
          )}
        </dd>
        <dt className="text-content-muted">{t('email')}</dt>
        <dd className="min-w-0 break-words">{email || t('noEmail')}</dd>
      </dl>
      <KindLinks name={username} label={(kind) => t(`own.${kind}`)} />
    </Section>
  )
}

type Posted = Pick<Props, 'result'> & { returnTo: string }

type PublicPageProps = Posted & { author: AuthorProfile; username: string; typed: TypedAuthor }

async function PublicPage({ author, username, returnTo, result, typed }: PublicPageProps) {
  const t = await getTranslations('account.author')
  const { display_name: displayName, same_name: same, kinds } = author
  const shown = {
    displayName: typed.display_name ?? displayName ?? '',
    about: typed.about ?? author.about,
    links: typed.links ?? author.links.join('\n'),
  }
  return (
    <Section title={t('title')} lead={t('lead')}>
      {same && (
        <Notice tone="warning">
          {t.rich('sameName', {
            name: () => (
              <TextLink href={paths.author(same.name)}>
                <bdi>{shownName(same)}</bdi>
              </TextLink>
            ),
          })}
        </Notice>
      )}
      <AuthorForm {...shown} {...{ returnTo, result }} />
      {kinds.length > 0 && (
        <p className="text-sm">
          <TextLink href={paths.author(username)}>{t('see')}</TextLink>
        </p>
      )}
    </Section>
  )
}

async function Tokens({ tokens, returnTo, result }: Posted & { tokens: AccessToken[] }) {
  const [t, publish] = await Promise.all([getTranslations('account'), getTranslations('publish')])
  return (
    <Section id="tokens" title={t('tokens.title')} lead={t('tokens.lead')}>
      <ResultNotice form="tokens" result={result} done={t('tokens.revoked')} />
      <TokenList tokens={tokens} returnTo={returnTo} />
      <p className="flex flex-wrap items-center gap-x-6 gap-y-3 text-sm">
        <ButtonLink href={paths.newToken()} variant="secondary">
          {t('tokens.new')}
        </ButtonLink>
        <TextLink href={paths.publishers()}>{t('publishers.pending')}</TextLink>
        <TextLink href={paths.automation('tokens')}>{publish('automation.title')}</TextLink>
      </p>
    </Section>
  )
}
