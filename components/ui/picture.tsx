import type { ComponentProps } from 'react'

type Props = {
  /** What it shows; the size is that of the original, in pixels. */
  image: { url: string; width: number; height: number; placeholder?: string | null | undefined }
  /** Its forms in other widths, as `srcset` says them; without them the original is shown. */
  srcSet: string | undefined
  /** How wide it is on the page, for the browser to choose by. */
  sizes: string
  alt: string
  lang?: string | undefined
  /** `first`: what the page's speed is measured by. `early`: seen first. `late`: when it comes near. */
  load: 'first' | 'early' | 'late'
  className: string
}

/**
 * A picture of the catalogue. Its place is kept while it loads, with the blurred placeholder in it,
 * which the picture is painted over: a script would be needed to take it away.
 */
export function Picture({ image, srcSet, sizes, alt, lang, load, className }: Props) {
  const { url, width, height, placeholder } = image
  return (
    <img
      src={url}
      {...(srcSet !== undefined && { srcSet, sizes })}
      alt={alt}
      lang={lang}
      width={width}
      height={height}
      {...LOADING[load]}
      decoding="async"
      style={placeholder ? { background: `url(${placeholder}) center/cover` } : undefined}
      className={className}
    />
  )
}

const LOADING = {
  first: { loading: 'eager', fetchPriority: 'high' },
  early: { loading: 'eager' },
  late: { loading: 'lazy' },
} satisfies Record<Props['load'], ComponentProps<'img'>>
