import { hasLocale } from 'next-intl'
import { emptyResponse, failureResponse } from '#lib/api/failure-response.ts'
import { routing } from '#lib/i18n/routing.ts'
import { cardJpeg } from './card-jpeg.tsx'
import { cardSubject, readCard, versionOf } from './found-card.ts'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ locale: string; path: string[] }> }

/**
 * Share cards: `/cards/{language}/home.jpg`, `{kind}.jpg`, `{kind}/{id}.jpg` and
 * `author/{name}.jpg`. Cached and revalidated like pages, whatever their query; the server compares the
 * version of an address with the `ETag` (server/response.ts).
 */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { locale, path } = await params
  if (!hasLocale(routing.locales, locale)) return emptyResponse(404)
  try {
    const subject = cardSubject(path)
    const card = subject && (await readCard(locale, subject))
    if (!card) return emptyResponse(404)
    const jpeg = await cardJpeg(locale, card)
    return new Response(jpeg, {
      headers: {
        'content-type': 'image/jpeg',
        etag: `"${versionOf(card)}"`,
        'x-body-length': String(jpeg.length),
      },
    })
  } catch (error) {
    return failureResponse(error)
  }
}
