type Props = {
  url: string
  /** Whether it takes the colour of the text, as a mask; else it keeps its own. */
  isMono: boolean
  className: string
}

/**
 * Somebody's drawing, as an image or as a mask and never as markup. Its name stands beside it, so it is
 * nothing to those who do not see it.
 */
export function Drawing({ url, isMono, className }: Props) {
  if (isMono) {
    const maskImage = `url("${url.replaceAll('"', '%22')}")`
    return <span aria-hidden="true" className={`drawing ${className}`} style={{ maskImage }} />
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
