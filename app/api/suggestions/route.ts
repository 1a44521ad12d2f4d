import { hasLocale } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { ApiError } from '#lib/api/error.ts'
import { refuse } from '#lib/api/refuse.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { langOf } from '#lib/contract/language.ts'
import { sourceFor } from '#lib/contract/file/picture.ts'
import { shownName } from '#lib/contract/name/name.ts'
import { type IconSearchResult, termSchema } from '#lib/contract/search.ts'
import { localePath } from '#lib/i18n/path.ts'
import { routing } from '#lib/i18n/routing.ts'
import { paths } from '#lib/paths.ts'
import { type FoundCard, readFewIcons, readSuggestions } from '#lib/search/server.ts'
import type { SuggestedIcon, SearchSuggestion, Suggestions } from '#lib/search/suggestion.ts'

/** Browser cache time, in seconds: hidden projects disappear within it. */
const FRESH_S = 2
const SUGGESTED_ICONS = 5
/** Twice the displayed width, in pixels. */
const PICTURE_WIDTH = 128

/**
 * Suggestions for a term: `{items, icons, status}` in the envelope, the same for all visitors. 400 for an
 * invalid term; 502, 503 and 504 if the backend fails.
 */
export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams
  const term = termSchema.min(1).safeParse(query.get('q') ?? '')
  if (!term.success) return refuse(400)
  const requested = query.get('locale')
  const locale = hasLocale(routing.locales, requested) ? requested : routing.defaultLocale
  const [t, kinds] = await Promise.all([
    getTranslations({ locale, namespace: 'search' }),
    getTranslations({ locale, namespace: 'kind' }),
  ])
  try {
    const [results, found] = await Promise.all([
      readSuggestions(term.data),
      readFewIcons(term.data),
    ])
    const items = results.items.map((project) =>
      toSuggestion(project, locale, kinds(`${project.kind}.one`)),
    )
    const icons = (found?.items ?? [])
      .flatMap((icon) => toIcon(icon, locale))
      .slice(0, SUGGESTED_ICONS)
    const count = items.length + icons.length
    const status = count === 0 ? t('box.none') : t('box.count', { count })
    const data: Suggestions = { items, icons, status }
    return Response.json(
      { code: CODE_OK, message: '', data },
      { headers: { 'cache-control': `private, max-age=${FRESH_S}` } },
    )
  } catch (error) {
    if (error instanceof ApiError) return refuse(error.isNotFound ? 400 : error.failure.code)
    throw error
  }
}

function toSuggestion(project: FoundCard, locale: string, kindName: string): SearchSuggestion {
  const { kind, id, title, author, cover, matches } = project
  return {
    href: localePath(locale, paths.detail({ kind, id })),
    title,
    lang: langOf(project),
    ranges: matches?.title ?? [],
    author: shownName(author),
    kind,
    kindName,
    image: { src: sourceFor(cover, PICTURE_WIDTH) },
  }
}

/** Nothing for an icon whose drawing is not shown. */
function toIcon(icon: IconSearchResult['items'][number], locale: string): SuggestedIcon[] {
  const { name, label, url, refused, tone, project } = icon
  if (refused) return []
  const href = localePath(locale, paths.icon(project.id, name))
  return [{ href, name: label ?? name, pack: project.title, src: url, tone: tone ?? 'dark' }]
}
