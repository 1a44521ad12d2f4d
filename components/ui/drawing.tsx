import { drawingUrl } from '#lib/browser/drawing-url.ts'

type Props = {
  url: string
  /** Whether it takes the text colour, as a mask; else it keeps its own. */
  isMono: boolean
  className?: string
}

/**
 * An untrusted drawing, as an image or a mask and never as markup. Decorative: its name is next to
 * it.
 */
export function Drawing({ url, isMono, className = '' }: Props) {
  if (isMono) {
    const style = { maskImage: drawingUrl(url) }
    return <span aria-hidden="true" className={`drawing ${className}`} style={style} />
  }
  return (
    <img
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      width={28}
      height={28}
      className={`${className} object-contain`}
    />
  )
}
