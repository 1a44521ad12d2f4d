import type { ReactNode } from 'react'
import { RovingList } from '#components/ui/roving-list-client.tsx'
import { Picture } from '#components/ui/picture.tsx'
import { groundOf, srcSetOf } from '#lib/contract/file/picture.ts'
import type { Image } from '#lib/contract/project.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { GalleryLinks } from './gallery-client.tsx'
import { MovingPicture } from './moving-picture.tsx'

type Props = {
  /** The cover, then the gallery. */
  images: Image[]
  lang: string
  /** Lies over the first picture. */
  painted?: ReactNode
}

/**
 * The pictures of a project in a row that scrolls sideways: the first one large, the others in two rows beside it. Its height is
 * what the window leaves (`.stage` in app/stage.css). Each picture links to its original, and opens a lightbox with JavaScript.
 */
export async function Gallery({ images, lang, painted }: Props) {
  const [t, nav] = await getTexts('detail', 'nav')
  const named = images.map((image, at) => ({
    ...image,
    alt: image.alt || t('picture', { number: at + 1 }),
    lang: image.alt ? lang : undefined,
  }))
  return (
    <section aria-label={t('gallery')} className="stage">
      <GalleryLinks
        labels={{
          title: t('gallery'),
          close: t('close'),
          previous: t('previous'),
          next: t('nextPicture'),
          position: t('pictureOf', { number: '{number}', count: images.length }),
        }}
      >
        <RovingList hint={images.length > 1 ? nav('arrowKeys') : ''} className="stage-pictures">
          {named.map((image, at) => (
            <li key={image.url}>
              <GalleryPicture image={image} at={at} />
              {at === 0 && painted}
            </li>
          ))}
        </RovingList>
      </GalleryLinks>
    </section>
  )
}

type PictureProps = { image: Image & { lang: string | undefined }; at: number }

function GalleryPicture({ image, at }: PictureProps) {
  const { url, alt, lang, animation } = image
  const link = (
    <a href={url} data-picture="">
      <Picture
        image={at === 0 ? image : { ...image, placeholder: groundOf(image) }}
        srcSet={srcSetOf(image)}
        sizes={at === 0 ? '(min-width: 768px) 768px, 94vw' : '(min-width: 768px) 380px, 47vw'}
        alt={alt}
        lang={lang}
        load={at === 0 ? 'first' : 'late'}
      />
    </a>
  )
  if (!animation) return link
  return (
    <MovingPicture animation={animation} alt={alt}>
      {link}
    </MovingPicture>
  )
}
