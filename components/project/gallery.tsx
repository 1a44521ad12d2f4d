import Image, { getImageProps } from 'next/image'
import { getTranslations } from 'next-intl/server'
import type { Image as Picture } from '#lib/contract/project.ts'
import { GalleryLinks } from './gallery-client.tsx'

/** One to three pictures; each leads to itself in full, and with JavaScript into a light box. */
export async function Gallery({ images, lang }: { images: Picture[]; lang?: string | undefined }) {
  if (images.length === 0) return null
  const t = await getTranslations('detail')
  const named = images.map((image, at) => ({
    ...image,
    alt: image.alt || t('picture', { number: at + 1 }),
    lang: image.alt ? lang : undefined,
  }))
  const slides = named.map(({ url, alt, lang: language, width, height }) => {
    const { props } = getImageProps({ src: url, alt, width, height, sizes: '100vw' })
    return { ...props, lang: language }
  })
  return (
    <section aria-labelledby="gallery">
      <h2 id="gallery" className="mb-4 font-display text-lg font-semibold">
        {t('gallery')}
      </h2>
      <GalleryLinks
        slides={slides}
        words={{
          title: t('gallery'),
          close: t('close'),
          previous: t('previous'),
          next: t('nextPicture'),
        }}
      >
        <ul className={`grid gap-4 ${images.length > 1 ? 'sm:grid-cols-2' : ''}`}>
          {named.map((image, at) => (
            <li key={image.url} className={images.length === 3 && at === 0 ? 'sm:col-span-2' : ''}>
              <a
                href={image.url}
                data-picture={at}
                className="block overflow-hidden rounded-card border border-line transition hover:border-line-strong"
              >
                <Image
                  src={image.url}
                  alt={image.alt}
                  lang={image.lang}
                  width={image.width}
                  height={image.height}
                  sizes="(min-width: 1024px) 760px, 94vw"
                  placeholder={image.placeholder?.startsWith('data:image/') ? 'blur' : 'empty'}
                  blurDataURL={image.placeholder ?? undefined}
                  className="h-auto w-full"
                />
              </a>
            </li>
          ))}
        </ul>
      </GalleryLinks>
    </section>
  )
}
