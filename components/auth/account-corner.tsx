import { getLocale, getTranslations } from 'next-intl/server'
import { Icon } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import { KINDS } from '#lib/contract/kind.ts'
import { localePath } from '#lib/i18n/path.ts'
import { AccountMenu } from './account-menu-client.tsx'
import { SignOutForm } from './sign-out-client.tsx'

/**
 * The corner of the header for signing in, or for whoever is. Both are in every page; a hint cookie
 * decides, before anything is painted, which one shows.
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
      href: localePath(locale, `/home/user/${kind}`),
      label: t(`own.${kind}`),
      icon: <Icon name={kind} className="size-4 text-content-muted" />,
      isOwn: true,
    })),
    {
      href: localePath(locale, '/home/user'),
      label: t('settings'),
      icon: <Icon name="user" className="size-4 text-content-muted" />,
      isOwn: false,
    },
  ]
  return (
    <>
      <Link
        href="/login"
        className="signed-out ml-1 flex h-9 items-center gap-2 rounded-key border border-line-strong px-3 text-sm font-medium whitespace-nowrap hover:bg-surface-2"
      >
        {nav('signIn')}
      </Link>
      <AccountMenu
        label={t('menu')}
        entries={entries}
        icon={<Icon name="user" className="size-4" />}
        said={{ signedIn: auth('loggedIn'), signedOut: auth('loggedOut'), ended: auth('ended') }}
      >
        <div className="border-t border-line pt-1">
          <SignOut home={localePath(locale, '/home/index')} />
        </div>
      </AccountMenu>
    </>
  )
}

/** Signs out, and leads to `home`. */
export async function SignOut({ home }: { home: string }) {
  const t = await getTranslations('account')
  return (
    <SignOutForm
      label={t('signOut')}
      icon={<Icon name="sign-out" className="size-4 text-content-muted" />}
      home={home}
      words={{
        title: t('drafts.title'),
        text: t('drafts.text'),
        keep: t('drafts.keep'),
        remove: t('drafts.remove'),
        stay: t('drafts.stay'),
      }}
    />
  )
}
