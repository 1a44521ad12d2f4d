import { ShareCard } from '#components/share/card.tsx'
import { LANGUAGES, type Locale } from '#lib/contract/locale.ts'
import { sourceFor } from '#lib/contract/file/picture.ts'
import { env } from '#lib/env.ts'
import { drawCard } from '#lib/share/draw.ts'
import { KEY_ICON, PICTURE, SMALL_PICTURE } from '#lib/share/look.ts'
import { readPictures } from '#lib/share/picture.ts'
import type { Card } from './found-card.ts'

/** A share card as JPEG. @throws ApiError if the backend does not give a picture. */
export async function cardJpeg(locale: Locale, card: Card): Promise<Buffer<ArrayBuffer>> {
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
  return drawCard(
    <ShareCard
      {...card}
      site={{ name: SITE_NAME, host: new URL(SITE_URL).host }}
      lang={lang}
      pictures={pictures.map(({ src }) => src)}
      icons={icons.map(({ src }) => src)}
    />,
    { lang, pictures: [...pictures, ...icons] },
  )
}
