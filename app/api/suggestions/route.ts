import { hasLocale } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { ApiError } from '#lib/api/error.ts'
import { refuse } from '#lib/api/refuse.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { sourceFor } from '#lib/contract/picture.ts'
import { type FoundProject, termSchema } from '#lib/contract/search.ts'
import { localePath } from '#lib/i18n/path.ts'
import { routing } from '#lib/i18n/routing.ts'
import { readSuggestions } from '#lib/search/server.ts'
import type { Suggestion, Suggestions } from '#lib/search/suggestion.ts'

/** A browser keeps suggestions for so long: what is hidden meanwhile is gone two seconds later. */
const FRESH_S = 2
/** Twice as wide as it is shown, in pixels. */
const PICTURE_WIDTH = 128

/**
 * What a term that is being typed leads to: `{items, status}` in the envelope, the same for everybody.
 * 400 for a term that no search has, 502, 503 and 504 for a backend in trouble.
 */
export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams
  const term = termSchema.min(1).safeParse(query.get('q') ?? '')
  if (!term.success) return refuse(400)
  const wanted = query.get('locale')
  const locale = hasLocale(routing.locales, wanted) ? wanted : routing.defaultLocale
  const [t, kinds] = await Promise.all([
    getTranslations({ locale, namespace: 'search' }),
    getTranslations({ locale, namespace: 'kind' }),
  ])
  try {
    const found = await readSuggestions(term.data)
    const items = found.items.map((project) =>
      toSuggestion(project, locale, kinds(`${project.kind}.one`)),
    )
    const status = items.length === 0 ? t('box.none') : t('box.count', { count: items.length })
    const data: Suggestions = { items, status }
    return Response.json(
      { code: CODE_OK, message: '', data },
      { headers: { 'cache-control': `private, max-age=${FRESH_S}` } },
    )
  } catch (error) {
    if (error instanceof ApiError) return refuse(error.isNotFound ? 400 : error.failure.code)
    throw error
  }
}

function toSuggestion(project: FoundProject, locale: string, kindName: string): Suggestion {
  const { kind, id, title, author, cover, matches } = project
  return {
    href: localePath(locale, `/home/${KIND_TABLE[kind].path}/detail/${id}`),
    title,
    ranges: matches?.title ?? [],
    author: author.name,
    kind,
    kindName,
    image: { src: sourceFor(cover, PICTURE_WIDTH) },
  }
}
