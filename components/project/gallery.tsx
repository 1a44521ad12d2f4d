import { getTranslations } from 'next-intl/server'
import { RovingList } from '#components/ui/roving-list-client.tsx'
import { Picture } from '#components/ui/picture.tsx'
import { srcSetOf } from '#lib/contract/file/picture.ts'
import type { Image } from '#lib/contract/project.ts'
import { GalleryLinks } from './gallery-client.tsx'
import { MovingPicture } from './moving-picture.tsx'

/** Gallery: each picture links to its original, and opens a lightbox with JavaScript. */
export async function Gallery({ images, lang }: { images: Image[]; lang: string }) {
  if (images.length === 0) return null
  const [t, nav] = await Promise.all([getTranslations('detail'), getTranslations('nav')])
  const named = images.map((image, at) => ({
    ...image,
    alt: image.alt || t('picture', { number: at + 1 }),
    lang: image.alt ? lang : undefined,
  }))
  const slides = named.map((image) => {
    const { url, alt, width, height, lang: language } = image
    return { src: url, srcSet: srcSetOf(image), sizes: '100vw', alt, lang: language, width, height }
  })
  return (
    <section aria-labelledby="gallery">
      <h2 id="gallery" className="mb-4 font-display text-lg font-semibold">
        {t('gallery')}
      </h2>
      <GalleryLinks
        slides={slides}
        labels={{
          title: t('gallery'),
          close: t('close'),
          previous: t('previous'),
          next: t('nextPicture'),
          position: t('pictureOf', { number: '{number}', count: images.length }),
        }}
      >
        <RovingList
          hint={images.length > 1 ? nav('arrowKeys') : ''}
          className={`grid gap-4 ${images.length > 1 ? 'sm:grid-cols-2' : ''}`}
        >
          {named.map((image, at) => (
            <li key={image.url} className={images.length === 3 && at === 0 ? 'sm:col-span-2' : ''}>
              <GalleryPicture image={image} at={at} />
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
    <a
      href={url}
      data-picture={at}
      className="block overflow-hidden rounded-card border border-line transition hover:border-line-strong"
    >
      <Picture
        image={image}
        srcSet={srcSetOf(image)}
        sizes="(min-width: 1600px) 1060px, (min-width: 1024px) 800px, 94vw"
        alt={alt}
        lang={lang}
        load="late"
        className="h-auto w-full"
      />
    </a>
  )
  if (!animation) return link
  return (
    <MovingPicture animation={animation} alt={alt} className="rounded-card">
      {link}
    </MovingPicture>
  )
}
