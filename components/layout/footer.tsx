// By another name, since the formatter would add spaces to `html`.
import { html as escaped } from 'hono/html'
import { getLocale } from 'next-intl/server'
import type { IconName } from '#components/ui/icons.tsx'
import { keepFragment } from '#lib/cache/fragments.ts'
import { KINDS } from '#lib/contract/kind.ts'
import { env, ownPages } from '#lib/env.ts'
import { localePath } from '#lib/i18n/path.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { type Path, paths } from '#lib/paths.ts'
import { Logo } from './logo.tsx'
import { ShortcutSetting } from './shortcut-setting-client.tsx'

/** An icon of components/ui/icons.tsx. */
const icon = (name: IconName) => escaped`<span aria-hidden="true" class="icon icon-${name}"></span>`

/** Footer: kinds, help, contact. */
export async function Footer() {
  const [t, kinds, about] = await getTexts('footer', 'kind', 'about')
  const locale = await getLocale()
  const { SITE_NAME, SUPPORT_EMAIL, CHAT_URL, APP_NAME, APP_URL } = env()
  const own = ownPages().map(([page]) => page)
  const shown = { part: 'footer', locale, own, SUPPORT_EMAIL, CHAT_URL, APP_NAME, APP_URL }
  const [browse = '', help = ''] = keepFragment(shown, () => {
    const to = (path: Path) => localePath(locale, path)
    return [
      escaped`<h2>${t('browse')}</h2><ul>${KINDS.map((kind) => escaped`<li><a href="${to(paths.list(kind))}">${kinds(`${kind}.many`)}</a></li>`)}</ul>`,
      escaped`<h2>${t('help')}</h2><ul><li><a href="${to(paths.faq)}">${t('faq')}</a></li>${APP_URL !== undefined && escaped`<li><a href="${APP_URL}" rel="noopener">${icon('download')} ${t('get', { app: APP_NAME })}</a></li>`}<li><a href="${CHAT_URL}" rel="noopener">${icon('chat')} ${t('chat')}</a></li><li><a href="mailto:${SUPPORT_EMAIL}">${icon('mail')} ${t('support')}</a></li><li><a href="${to(paths.installed)}">${t('installed')}</a></li><li><a href="${to(paths.developers())}">${t('developers')}</a></li>${own.map((page) => escaped`<li><a href="${to(paths.about(page))}">${about(page)}</a></li>`)}</ul>`,
    ].map(String)
  })
  return (
    <footer className="site-footer">
      <div>
        <div className="max-w-80 space-y-3">
          <Logo name={SITE_NAME} />
          <p>{t('claim', { app: APP_NAME })}</p>
          <ShortcutSetting label={t('shortcut')} />
        </div>
        {/* oxlint-disable react/no-danger -- escaped below */}
        <nav aria-label={t('browse')} dangerouslySetInnerHTML={{ __html: browse }} />
        <nav aria-label={t('help')} dangerouslySetInnerHTML={{ __html: help }} />
        {/* oxlint-enable react/no-danger */}
      </div>
    </footer>
  )
}
