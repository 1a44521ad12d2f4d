import { getTranslations } from 'next-intl/server'
import { textIn } from '#lib/contract/admin/settings.ts'
import { LANGUAGES, type Locale } from '#lib/contract/locale.ts'
import { shownSettings } from '#lib/env.ts'

/** The bar above pages, if administrators have set one that is shown now: part of the page from its first byte, so nothing moves. */
export async function Announcement({ locale }: { locale: Locale }) {
  const announcement = textIn(shownSettings(), 'announcement', locale)
  if (!announcement) return null
  const t = await getTranslations('nav')
  const isOther = announcement.locale !== locale
  return (
    <aside
      aria-label={t('announcement')}
      className="border-b border-line bg-surface-2 px-4 py-2 text-center text-sm wrap-anywhere"
    >
      <p
        dir="auto"
        lang={isOther ? LANGUAGES[announcement.locale].lang : undefined}
        className="mx-auto max-w-page"
      >
        {announcement.text}
      </p>
    </aside>
  )
}
