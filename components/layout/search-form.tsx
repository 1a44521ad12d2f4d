import { getLocale, getTranslations } from 'next-intl/server'
import { Icon } from '#components/ui/icons.tsx'
import { localePath } from '#lib/i18n/path.ts'

/** A form to the search page; works without JavaScript. */
export async function SearchForm({ compact = false, term }: { compact?: boolean; term?: string }) {
  const [t, locale] = await Promise.all([getTranslations('search'), getLocale()])
  const action = localePath(locale, '/home/search')
  return (
    <form
      action={action}
      role="search"
      aria-label={t(compact ? 'short' : 'label')}
      className="relative w-full"
    >
      <Icon
        name="search"
        className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-content-faint"
      />
      <input
        type="search"
        name="q"
        maxLength={200}
        defaultValue={term}
        aria-label={t('label')}
        placeholder={compact ? t('short') : t('placeholder')}
        className={`w-full rounded-key border border-line-strong bg-surface-1 pr-3 pl-11 placeholder:text-content-faint ${compact ? 'h-10 text-sm' : 'h-14 text-base shadow-card'}`}
      />
    </form>
  )
}
