import { hasLocale } from 'next-intl'
import { ShareCard } from '#components/share/card.tsx'
import { LANGUAGES } from '#lib/contract/locale.ts'
import { emptyResponse, failureResponse } from '#lib/api/failure-response.ts'
import { sourceFor } from '#lib/contract/file/picture.ts'
import { env } from '#lib/env.ts'
import { routing } from '#lib/i18n/routing.ts'
import { drawCard } from '#lib/share/draw.ts'
import { KEY_ICON, PICTURE, SMALL_PICTURE } from '#lib/share/look.ts'
import { readPictures } from '#lib/share/picture.ts'
import { readCard } from './found-card.ts'

export const dynamic = 'force-static'
export const revalidate = 300

/** No cards at build time: a build has no backend. */
export function generateStaticParams() {
  return []
}

type Context = { params: Promise<{ locale: string; path: string[] }> }

/**
 * Share cards: `/cards/{language}/home.jpg`, `{kind}.jpg`, `{kind}/{id}.jpg` and
 * `author/{name}.jpg`. Cached and revalidated like pages.
 */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { locale, path } = await params
  if (!hasLocale(routing.locales, locale)) return emptyResponse(404)
  try {
    const card = await readCard(locale, path)
    if (!card) return emptyResponse(404)
    const size = card.pictures.length > 1 ? SMALL_PICTURE : PICTURE
    const [pictures, icons] = await Promise.all([
      readPictures(
        card.pictures.map((picture) => sourceFor(picture, size.width)),
        size,
      ),
      readPictures(card.icons ?? [], KEY_ICON),
    ])
    const { SITE_NAME, SITE_URL } = env()
    const { lang } = LANGUAGES[locale]
    const jpeg = await drawCard(
      <ShareCard
        {...card}
        site={{ name: SITE_NAME, host: new URL(SITE_URL).host }}
        lang={lang}
        pictures={pictures.map(({ src }) => src)}
        icons={icons.map(({ src }) => src)}
      />,
      { lang, pictures: [...pictures, ...icons] },
    )
    return new Response(jpeg, { headers: { 'content-type': 'image/jpeg' } })
  } catch (error) {
    return failureResponse(error)
  }
}
