import { getTranslations } from 'next-intl/server'
import { Icon } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import { KINDS } from '#lib/contract/kind.ts'
import { env, ownPages } from '#lib/env.ts'
import { pages } from '#lib/paths.ts'
import { Logo } from './logo.tsx'
import { ShortcutSetting } from './shortcut-setting-client.tsx'

/** Footer: kinds, help, contact. */
export async function Footer() {
  const [t, kinds, about] = await Promise.all([
    getTranslations('footer'),
    getTranslations('kind'),
    getTranslations('about'),
  ])
  const { SITE_NAME, SUPPORT_EMAIL, CHAT_URL, APP_NAME } = env()
  const link = 'inline-flex items-center gap-2 py-1 hover:text-content hover:underline'
  return (
    <footer className="mt-24 border-t border-line">
      <div className="mx-auto grid max-w-page gap-10 px-4 py-12 text-sm text-content-muted sm:grid-cols-[1fr_auto_auto] sm:gap-20 sm:px-6">
        <div className="max-w-80 space-y-3">
          <Logo name={SITE_NAME} />
          <p>{t('claim', { app: APP_NAME })}</p>
          <ShortcutSetting label={t('shortcut')} />
        </div>
        <nav aria-label={t('browse')}>
          <h2 className="mb-2 font-semibold text-content">{t('browse')}</h2>
          <ul>
            {KINDS.map((kind) => (
              <li key={kind}>
                <Link href={pages.list(kind)} className={link}>
                  {kinds(`${kind}.many`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label={t('help')}>
          <h2 className="mb-2 font-semibold text-content">{t('help')}</h2>
          <ul>
            <li>
              <Link href={pages.faq} className={link}>
                {t('faq')}
              </Link>
            </li>
            <li>
              <a href={CHAT_URL} rel="noopener" className={link}>
                <Icon name="chat" /> {t('chat')}
              </a>
            </li>
            <li>
              <a href={`mailto:${SUPPORT_EMAIL}`} className={link}>
                <Icon name="mail" /> {t('support')}
              </a>
            </li>
            {ownPages().map(([page]) => (
              <li key={page}>
                <Link href={pages.about(page)} className={link}>
                  {about(page)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
