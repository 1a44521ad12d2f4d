import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icons.tsx'
import type { AccountInfo } from '#lib/contract/account.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { localePath } from '#lib/i18n/path.ts'
import { SignOut } from './account-corner.tsx'
import { KindLinks } from './author-kinds.tsx'
import { DeleteAccount } from './delete-account-client.tsx'
import { PasswordForm } from './password-form-client.tsx'

/** Everything about one's own account: who one is, one's projects, password, data, and the end. */
export async function AccountSettings({ account }: { account: AccountInfo }) {
  const [t, auth, locale] = await Promise.all([
    getTranslations('account'),
    getTranslations('auth'),
    getLocale(),
  ])
  const { username, email, has_password: hasPassword = true } = account
  const home = localePath(locale, '/home/index')
  const login = localePath(locale, '/login')
  return (
    <div className="mx-auto max-w-2xl space-y-12 pt-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-display text-2xl font-bold">{t('title')}</h1>
        <SignOut label={t('signOut')} home={home} />
      </div>
      <Section title={t('profile')}>
        <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[10rem_1fr]">
          <dt className="text-content-muted">{t('username')}</dt>
          <dd className="font-medium">{username}</dd>
          <dt className="text-content-muted">{t('email')}</dt>
          <dd className="break-words">{email || t('noEmail')}</dd>
        </dl>
        <KindLinks name={username} label={(kind) => t(`own.${kind}`)} />
      </Section>
      <Section
        title={t('password.title')}
        lead={hasPassword ? t('password.lead') : t('password.first')}
      >
        <PasswordForm
          hasPassword={hasPassword}
          username={username}
          login={login}
          words={{
            present: t('password.present'),
            next: t('password.new'),
            help: auth('help.password'),
            submit: t('password.submit'),
            pending: auth('pending'),
            done: t('password.done'),
            wrong: t('password.wrong'),
            required: auth('fault.required_password'),
            password: auth('fault.password'),
            common: auth('fault.common_password'),
            failed: t('failed'),
            show: auth('show'),
            hide: auth('hide'),
          }}
        />
      </Section>
      <Section title={t('export.title')} lead={t('export.text')}>
        <a
          href={`${API_BASE}/account/export`}
          download={`${username}.json`}
          className={`${buttonClass({ variant: 'secondary' })} w-fit`}
        >
          <Icon name="download" /> {t('export.submit')}
        </a>
      </Section>
      <Section title={t('remove.title')} lead={t('remove.text')}>
        <DeleteAccount
          username={username}
          home={home}
          login={login}
          words={{
            open: t('remove.submit'),
            sure: t('remove.sure'),
            warning: t('remove.warning'),
            type: t('remove.type', { username }),
            confirm: t('remove.confirm'),
            cancel: t('remove.cancel'),
            wrong: t('remove.wrong'),
            done: t('remove.done'),
            failed: t('failed'),
          }}
        />
      </Section>
    </div>
  )
}

function Section({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section className="space-y-5 border-t border-line pt-8">
      <div className="space-y-1">
        <h2 className="font-display text-lg font-semibold">{title}</h2>
        {lead && <p className="text-sm text-content-muted">{lead}</p>}
      </div>
      {children}
    </section>
  )
}
