'use client'

import {
  type ComponentProps,
  lazy,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react'
import { isPlainClick } from '#lib/browser/is-plain-click.ts'

/* The lightbox loads when the first picture is opened; if that fails, the link is followed. */
const Lightbox = lazy(() => import('./lightbox-client.tsx').catch(() => ({ default: FollowLink })))

export type Slide = Pick<
  ComponentProps<'img'>,
  'src' | 'srcSet' | 'sizes' | 'alt' | 'lang' | 'width' | 'height'
>
export type LightboxLabels = {
  title: string
  close: string
  previous: string
  next: string
  /** “Picture {number} of 3”. */
  position: string
}
type Props = { labels: LightboxLabels; children: ReactNode }
type Opened = { slides: Slide[]; at: number; link: HTMLAnchorElement }

/** Opens the pictures of its links (`data-picture`) in a lightbox. */
export function GalleryLinks({ labels, children }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null)
  function open(event: MouseEvent<HTMLDivElement>) {
    if (!isPlainClick(event)) return
    const link =
      event.target instanceof Element
        ? event.target.closest<HTMLAnchorElement>('a[data-picture]')
        : null
    if (!link) return
    event.preventDefault()
    const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>('a[data-picture]')]
    setOpened({ slides: links.flatMap(slideOf), at: links.indexOf(link), link })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the links inside are focusable
    <div onClick={open}>
      {children}
      {opened && (
        <Suspense fallback={null}>
          <Lightbox
            slides={opened.slides}
            first={opened.at}
            labels={labels}
            onClose={() => setOpened(null)}
            link={opened.link}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The picture of a link, in full size. */
function slideOf(link: HTMLAnchorElement): Slide[] {
  const picture = link.querySelector('img')
  if (!picture) return []
  const { srcset: srcSet, alt, lang } = picture
  const [width, height] = [
    Number(picture.getAttribute('width')),
    Number(picture.getAttribute('height')),
  ]
  return [{ src: link.href, srcSet, sizes: '100vw', alt, lang: lang || undefined, width, height }]
}

function FollowLink({ link }: { link: HTMLAnchorElement }) {
  useEffect(() => location.assign(link.href), [link])
  return null
}
