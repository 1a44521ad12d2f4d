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
  const { SITE_NAME, SUPPORT_EMAIL, CHAT_URL, APP_NAME, APP_URL } = env()
  return (
    <footer className="site-footer">
      <div>
        <div className="max-w-80 space-y-3">
          <Logo name={SITE_NAME} />
          <p>{t('claim', { app: APP_NAME })}</p>
          <ShortcutSetting label={t('shortcut')} />
        </div>
        <nav aria-label={t('browse')}>
          <h2>{t('browse')}</h2>
          <ul>
            {KINDS.map((kind) => (
              <li key={kind}>
                <Link href={pages.list(kind)}>{kinds(`${kind}.many`)}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label={t('help')}>
          <h2>{t('help')}</h2>
          <ul>
            <li>
              <Link href={pages.faq}>{t('faq')}</Link>
            </li>
            {APP_URL !== undefined && (
              <li>
                <a href={APP_URL} rel="noopener">
                  <Icon name="download" /> {t('get', { app: APP_NAME })}
                </a>
              </li>
            )}
            <li>
              <a href={CHAT_URL} rel="noopener">
                <Icon name="chat" /> {t('chat')}
              </a>
            </li>
            <li>
              <a href={`mailto:${SUPPORT_EMAIL}`}>
                <Icon name="mail" /> {t('support')}
              </a>
            </li>
            {ownPages().map(([page]) => (
              <li key={page}>
                <Link href={pages.about(page)}>{about(page)}</Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
