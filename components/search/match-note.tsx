import { getTranslations } from 'next-intl/server'
import type { Matches } from '#lib/contract/search.ts'
import { Marked } from './marked.tsx'

type Props = { matches: Matches; lang: string }

/** Reason for a match outside of the title: icons of that name, or a passage of the text. */
export async function MatchNote({ matches: { title, snippet, icons }, lang }: Props) {
  if (icons.length > 0) {
    const t = await getTranslations('search')
    return (
      <p className="truncate text-sm text-content-muted">
        {t('matchingIcons')} {icons.join(', ')}
      </p>
    )
  }
  if (!snippet || title.length > 0) return null
  return (
    <p className="line-clamp-2 text-sm break-words text-content-muted" lang={lang} dir="auto">
      <Marked {...snippet} />
    </p>
  )
}
