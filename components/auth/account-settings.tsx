import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import type { AuthorProfile } from '#lib/contract/author.ts'
import type { AccessToken } from '#lib/contract/access-token.ts'
import type { AccountInfo, AccountSession } from '#lib/contract/account.ts'
import { formId, type FormResult } from '#lib/auth/account-outcome.ts'
import { localePath } from '#lib/i18n/path.ts'
import { apiRequest } from '#lib/browser/api-routes.ts'
import { pages } from '#lib/paths.ts'
import { SignOut } from '#components/auth/corner/account-corner.tsx'
import { AuthorForm } from './author-form-client.tsx'
import { KindLinks } from './author-kinds.tsx'
import { DeleteAccount } from './delete-account-client.tsx'
import { OutcomeNotice } from './outcome-notice.tsx'
import { outcomeLabels } from './outcome-labels.ts'
import { PasswordForm } from './password-form-client.tsx'
import type { Proof } from './proof-fields-client.tsx'
import { SessionList } from './session-list.tsx'
import { TokenList } from '#components/auth/programs/token-list.tsx'

type Props = {
  account: AccountInfo
  /** `null` if the backend does not list sessions. */
  sessions: AccountSession[] | null
  /** `null` if the backend has no access tokens. */
  tokens: AccessToken[] | null
  /** Result of a form that was posted without scripts. */
  result: FormResult | null
  /** What the page of the author shows; `null` if the backend does not offer it. */
  author: AuthorProfile | null
  /** User name typed into the form that deletes the account. */
  typedName: string
}

/** Account page: profile, projects, public page, password, sessions, access tokens, data export, deletion. */
export async function AccountSettings(props: Props) {
  const { account, author, sessions, tokens, result, typedName } = props
  const [t, publish, auth, form, locale, outcomes] = await Promise.all([
    getTranslations('account'),
    getTranslations('publish'),
    getTranslations('auth'),
    getTranslations('form'),
    getLocale(),
    outcomeLabels(),
  ])
  const { username, email, has_password: hasPassword = true, name_pending: isPending } = account
  const home = localePath(locale, pages.home)
  const login = localePath(locale, pages.login())
  const returnTo = localePath(locale, pages.account(username))
  const proof = proofOf(hasPassword, email)
  const proofLabels = {
    present: t('password.present'),
    code: t('proof.code'),
    codeHelp: t('proof.codeHelp'),
    getCode: auth('getCode'),
    show: auth('show'),
    hide: auth('hide'),
  }
  const shared = { proof, returnTo, login, result, outcomes }
  return (
    <div className="mx-auto max-w-2xl space-y-12 pt-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-display text-2xl font-bold">{t('title')}</h1>
        <SignOut home={home} />
      </div>
      <Section title={t('profile')}>
        <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[10rem_1fr]">
          <dt className="text-content-muted">{t('username')}</dt>
          <dd className="flex min-w-0 flex-wrap gap-x-4 font-medium">
            <span className="min-w-0 wrap-anywhere">{username}</span>
            {isPending && (
              <Link
                href={pages.chooseName(returnTo)}
                className="font-normal underline underline-offset-4"
              >
                {t('name.change')}
              </Link>
            )}
          </dd>
          <dt className="text-content-muted">{t('email')}</dt>
          <dd className="min-w-0 break-words">{email || t('noEmail')}</dd>
        </dl>
        <KindLinks name={username} label={(kind) => t(`own.${kind}`)} />
      </Section>
      {author && (
        <Section title={t('author.title')} lead={t('author.lead')}>
          <AuthorForm
            {...shared}
            about={author.about}
            links={author.links}
            labels={{
              about: t('author.about'),
              aboutHelp: t('author.aboutHelp'),
              links: t('author.links'),
              linksHelp: t('author.linksHelp'),
              optional: form('optional'),
              submit: t('author.submit'),
              pending: auth('pending'),
              done: t('author.done'),
            }}
          />
          {author.kinds.length > 0 && (
            <p className="text-sm">
              <Link href={pages.author(username)} className="underline underline-offset-4">
                {t('author.see')}
              </Link>
            </p>
          )}
        </Section>
      )}
      <Section
        id="password"
        title={t('password.title')}
        lead={hasPassword ? t('password.lead') : t('password.first')}
        more={proof === 'session' ? t('proof.fresh') : undefined}
      >
        <PasswordForm
          {...shared}
          username={username}
          labels={{
            ...proofLabels,
            next: t('password.new'),
            confirm: auth('field.confirm'),
            help: auth('help.password'),
            submit: t('password.submit'),
            pending: auth('pending'),
            done: t('password.done'),
          }}
        />
      </Section>
      {sessions && (
        <Section id="sessions" title={t('sessions.title')} lead={t('sessions.lead')}>
          {result?.form === 'sessions' && (
            <OutcomeNotice
              id={formId('sessions', 'result')}
              outcome={result.outcome}
              labels={outcomes}
              done={t('sessions.done')}
            />
          )}
          <SessionList sessions={sessions} returnTo={returnTo} />
        </Section>
      )}
      {tokens && (
        <Section id="tokens" title={t('tokens.title')} lead={t('tokens.lead')}>
          {result?.form === 'tokens' && (
            <OutcomeNotice
              id={formId('tokens', 'result')}
              outcome={result.outcome}
              labels={outcomes}
              done={t('tokens.revoked')}
            />
          )}
          <TokenList tokens={tokens} returnTo={returnTo} />
          <p className="flex flex-wrap items-center gap-x-6 gap-y-3 text-sm">
            <Link href={pages.newToken()} className={buttonClass({ variant: 'secondary' })}>
              {t('tokens.new')}
            </Link>
            <Link href={pages.publishers()} className="underline underline-offset-4">
              {t('publishers.pending')}
            </Link>
            <Link href={pages.automation('tokens')} className="underline underline-offset-4">
              {publish('automation.title')}
            </Link>
          </p>
        </Section>
      )}
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
        <DeleteAccount
          {...shared}
          home={home}
          typedName={typedName}
          labels={{
            ...proofLabels,
            open: t('remove.submit'),
            warning: t('remove.warning'),
            type: t('remove.type', { username }),
            confirm: t('remove.confirm'),
            done: t('remove.done'),
          }}
        />
      </Section>
    </div>
  )
}

/** How the owner proves their identity; see backend/services/account/prove.ts. */
function proofOf(hasPassword: boolean, email: string): Proof {
  if (hasPassword) return 'password'
  return email === '' ? 'session' : 'code'
}

type SectionProps = {
  id?: string
  title: string
  lead?: string
  more?: string | undefined
  children: ReactNode
}

function Section({ id, title, lead, more, children }: SectionProps) {
  return (
    <section id={id} className="space-y-5 border-t border-line pt-8">
      <div className="space-y-1">
        <h2 className="font-display text-lg font-semibold">{title}</h2>
        {lead && <p className="text-sm text-content-muted">{lead}</p>}
        {more && <p className="text-sm text-content-muted">{more}</p>}
      </div>
      {children}
    </section>
  )
}
