import { getLocale, getTranslations } from 'next-intl/server'
import { Icon } from '#components/ui/icons.tsx'
import { KINDS } from '#lib/contract/kind.ts'
import { localePath } from '#lib/i18n/path.ts'
import { pages } from '#lib/paths.ts'
import { AccountMenu } from './account-menu-client.tsx'
import { SignInLink } from './sign-in-link-client.tsx'
import { SignOutForm } from './sign-out-client.tsx'

/**
 * Sign-in link and account menu of the header. Every page contains both; the hint cookie selects
 * one before the first paint.
 */
export async function AccountCorner() {
  const [t, auth, nav, locale] = await Promise.all([
    getTranslations('account'),
    getTranslations('auth'),
    getTranslations('nav'),
    getLocale(),
  ])
  const entries = [
    ...KINDS.map((kind) => ({
      href: localePath(locale, pages.ownProjects(kind)),
      label: t(`own.${kind}`),
      icon: <Icon name={kind} className="size-4 text-content-muted" />,
      isOwn: true,
    })),
    {
      href: localePath(locale, pages.user),
      label: t('settings'),
      icon: <Icon name="user" className="size-4 text-content-muted" />,
      isOwn: false,
    },
  ]
  return (
    <>
      <SignInLink href={localePath(locale, pages.login())} label={nav('signIn')} />
      <AccountMenu
        label={t('menu')}
        entries={entries}
        icon={<Icon name="user" className="size-4 peer-not-empty:hidden" />}
        labels={{
          signedIn: auth('loggedIn'),
          signedOut: auth('loggedOut'),
          deleted: t('remove.done'),
          ended: auth('ended'),
          noSession: auth('noSession'),
        }}
      >
        <div className="border-t border-line pt-1">
          <SignOut home={localePath(locale, pages.home)} />
        </div>
      </AccountMenu>
    </>
  )
}

/** Sign-out button; leads to `home`. */
export async function SignOut({ home }: { home: string }) {
  const t = await getTranslations('account')
  return (
    <SignOutForm
      label={t('signOut')}
      icon={<Icon name="sign-out" className="size-4 text-content-muted" />}
      home={home}
      labels={{
        title: t('drafts.title'),
        text: t('drafts.text'),
        keep: t('drafts.keep'),
        remove: t('drafts.remove'),
        stay: t('drafts.stay'),
      }}
    />
  )
}
