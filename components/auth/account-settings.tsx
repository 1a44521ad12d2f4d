import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import type { AccountInfo, AccountSession } from '#lib/contract/account.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import type { Told } from '#lib/auth/account-outcome.ts'
import { localePath } from '#lib/i18n/path.ts'
import { SignOut } from './account-corner.tsx'
import { KindLinks } from './author-kinds.tsx'
import { DeleteAccount } from './delete-account-client.tsx'
import { OutcomeNotice } from './outcome-notice.tsx'
import { outcomeWords } from './outcome-words.ts'
import { PasswordForm } from './password-form-client.tsx'
import type { Proof } from './proof-fields-client.tsx'
import { SessionList } from './session-list.tsx'

type Props = {
  account: AccountInfo
  /** `null` where the backend does not list them. */
  sessions: AccountSession[] | null
  /** What came of a form that was posted without scripts. */
  told: Told | null
}

/** By this id the button for a code finds its form where scripts are missing. */
const CODE_FORM = 'account-code'

/** Everything about one's own account: who one is, one's projects, password, sessions, data, the end. */
export async function AccountSettings({ account, sessions, told }: Props) {
  const [t, auth, locale, outcomes] = await Promise.all([
    getTranslations('account'),
    getTranslations('auth'),
    getLocale(),
    outcomeWords(),
  ])
  const { username, email, has_password: hasPassword = true, name_pending: isPending } = account
  const home = localePath(locale, '/home/index')
  const login = localePath(locale, '/login')
  const place = localePath(locale, `/home/user/account/${encodeURIComponent(username)}`)
  const proof = proofOf(hasPassword, email)
  const proofWords = {
    present: t('password.present'),
    code: t('proof.code'),
    codeHelp: t('proof.codeHelp'),
    getCode: auth('getCode'),
    show: auth('show'),
    hide: auth('hide'),
  }
  const shared = { proof, place, login, told, outcomes, codeForm: CODE_FORM }
  return (
    <div className="mx-auto max-w-2xl space-y-12 pt-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-display text-2xl font-bold">{t('title')}</h1>
        <SignOut home={home} />
      </div>
      <div id="code">
        {told?.form === 'code' && (
          <OutcomeNotice outcome={told.outcome} words={outcomes} done={outcomes.done} />
        )}
        {proof === 'code' && (
          <form id={CODE_FORM} method="post" action="/api/account/code">
            <input type="hidden" name="to" value={place} />
          </form>
        )}
      </div>
      <Section title={t('profile')}>
        <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[10rem_1fr]">
          <dt className="text-content-muted">{t('username')}</dt>
          <dd className="flex min-w-0 flex-wrap gap-x-4 font-medium">
            <span className="min-w-0 wrap-anywhere">{username}</span>
            {isPending && (
              <Link
                href={`/home/user/name?redirect=${encodeURIComponent(place)}`}
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
      <Section
        id="password"
        title={t('password.title')}
        lead={hasPassword ? t('password.lead') : t('password.first')}
        more={proof === 'session' ? t('proof.fresh') : undefined}
      >
        <PasswordForm
          {...shared}
          username={username}
          words={{
            ...proofWords,
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
          {told?.form === 'sessions' && (
            <OutcomeNotice outcome={told.outcome} words={outcomes} done={t('sessions.done')} />
          )}
          <SessionList sessions={sessions} place={place} />
        </Section>
      )}
      <Section title={t('export.title')} lead={t('export.text')}>
        <a
          href={`${API_BASE}/account/export`}
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
          words={{
            ...proofWords,
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

/** How the owner of an account shows that they are present; see backend/services/account/prove.ts. */
function proofOf(hasPassword: boolean, email: string): Proof {
  if (hasPassword) return 'password'
  return email === '' ? 'session' : 'code'
}

type SectionProps = {
  /** Where the address leads after a form of the section. */
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
