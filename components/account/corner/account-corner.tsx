import { getLocale, getTranslations } from 'next-intl/server'
import { Icon } from '#components/ui/icons.tsx'
import { KINDS } from '#lib/contract/kind.ts'
import { localePath } from '#lib/i18n/path.ts'
import { endpoints, paths } from '#lib/paths.ts'
import { AccountMenu } from './account-menu-client.tsx'
import { SignInLink } from './sign-in-link-client.tsx'

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
    {
      href: localePath(locale, paths.user),
      label: t('overview'),
      icon: <Icon name="all" />,
      isOwn: false,
    },
    ...KINDS.map((kind) => ({
      href: localePath(locale, paths.ownProjects(kind)),
      label: t(`own.${kind}`),
      icon: <Icon name={kind} />,
      isOwn: true,
    })),
    {
      href: localePath(locale, paths.account()),
      label: t('settings'),
      icon: <Icon name="user" />,
      isOwn: true,
    },
  ]
  return (
    <>
      <SignInLink href={localePath(locale, paths.login())} label={nav('signIn')} />
      <AccountMenu
        label={t('menu')}
        entries={entries}
        icon={<Icon name="user" className="size-4 [.peer:not(:empty)~&]:hidden" />}
        labels={{
          signedIn: auth('loggedIn'),
          signedOut: auth('loggedOut'),
          deleted: t('remove.done'),
          ended: auth('ended'),
          noSession: auth('noSession'),
        }}
      >
        <div className="border-t border-line pt-1">
          <SignOut home={localePath(locale, paths.home)} />
        </div>
      </AccountMenu>
    </>
  )
}

/** Sign-out button; leads to `home`. */
export async function SignOut({ home }: { home: string }) {
  const t = await getTranslations('account')
  return (
    <form method="post" action={endpoints.endSession}>
      <input type="hidden" name="to" value={home} />
      {/* With scripts the next page shows a message. */}
      <noscript>
        <input type="hidden" name="confirm" value="1" />
      </noscript>
      <button type="submit" className="account-entry">
        <Icon name="sign-out" />
        {t('signOut')}
      </button>
    </form>
  )
}
