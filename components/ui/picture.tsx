import type { ComponentProps } from 'react'

type Props = {
  /** The original and its size in pixels. */
  image: { url: string; width: number; height: number; placeholder?: string | null | undefined }
  /** Other widths, as `srcset`; without them the original is shown. */
  srcSet: string | undefined
  /** Width on the page, as `sizes`. */
  sizes: string
  alt: string
  lang?: string | undefined
  /**
   * `first`: LCP image, fetched with high priority and preloaded by the renderer, which preloads every image that
   * is not lazy. `late`: lazy, which is early enough for what is above the fold.
   */
  load: 'first' | 'late'
  className?: string
}

/**
 * Image of the catalogue. Its box is reserved while it loads; the placeholder is a background
 * behind it, since removing it would need a script.
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
  late: { loading: 'lazy' },
} satisfies Record<Props['load'], ComponentProps<'img'>>
