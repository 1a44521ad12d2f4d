'use client'

type Props = { url: string; srcSet?: string | undefined; sizes: string }

/**
 * Link in the head that preloads the picture of the first card: the renderer knows the elements of a card as text only.
 * On the client side of React, because a link of a server component is sometimes there twice, as an element and as its hint.
 */
export function FirstPicture({ url, srcSet, sizes }: Props) {
  const choice = srcSet === undefined ? {} : { imageSrcSet: srcSet, imageSizes: sizes }
  return <link rel="preload" as="image" href={url} {...choice} fetchPriority="high" />
}
