import { getLocale, getTranslations } from 'next-intl/server'
import { Icon } from '#components/ui/icons.tsx'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { SearchBox } from './search-box-client.tsx'

type Props = {
  compact?: boolean
  term?: string
  /** Whether the page was opened to enter a term: the box has the focus then. */
  isFirst?: boolean
}

/** Search form; works without JavaScript, and suggests while typing with it. */
export async function SearchForm({ compact = false, term, isFirst = false }: Props) {
  const [t, locale] = await Promise.all([getTranslations('search'), getLocale()])
  return (
    <SearchBox
      action={localePath(locale, paths.search())}
      locale={locale}
      compact={compact}
      term={term}
      isFirst={isFirst}
      label={t('label')}
      short={t('short')}
      placeholder={compact ? t('short') : t('placeholder')}
      icon={<Icon name="search" className="size-5" />}
      labels={{
        all: t('box.all'),
        suggestions: t('box.suggestions'),
        icons: t('icons'),
        recent: t('box.recent'),
        erase: t('box.erase'),
      }}
    />
  )
}
