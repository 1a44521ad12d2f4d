import { getLocale, getTranslations } from 'next-intl/server'
import { Icon } from '#components/ui/icons.tsx'
import { localePath } from '#lib/i18n/path.ts'
import { SEARCH_PATH } from '#lib/search/view.ts'
import { SearchBox } from './search-box-client.tsx'

/** A form to the search page; works without JavaScript, with it suggests while one types. */
export async function SearchForm({ compact = false, term }: { compact?: boolean; term?: string }) {
  const [t, locale] = await Promise.all([getTranslations('search'), getLocale()])
  return (
    <SearchBox
      action={localePath(locale, SEARCH_PATH)}
      locale={locale}
      compact={compact}
      term={term}
      label={t('label')}
      short={t('short')}
      placeholder={compact ? t('short') : t('placeholder')}
      icon={<Icon name="search" className="size-5" />}
      words={{
        all: t('box.all'),
        suggestions: t('box.suggestions'),
        recent: t('box.recent'),
        erase: t('box.erase'),
      }}
    />
  )
}
