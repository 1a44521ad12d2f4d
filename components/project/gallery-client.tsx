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
type Props = { slides: Slide[]; labels: LightboxLabels; children: ReactNode }

/** Opens the pictures of its links (`data-picture`) in a lightbox. */
export function GalleryLinks({ slides, labels, children }: Props) {
  const [opened, setOpened] = useState<{ at: number; link: HTMLAnchorElement } | null>(null)
  function open(event: MouseEvent<HTMLDivElement>) {
    if (!isPlainClick(event)) return
    const link =
      event.target instanceof Element
        ? event.target.closest<HTMLAnchorElement>('a[data-picture]')
        : null
    if (!link) return
    event.preventDefault()
    setOpened({ at: Number(link.dataset['picture']), link })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the links inside are focusable
    <div onClick={open}>
      {children}
      {opened && (
        <Suspense fallback={null}>
          <Lightbox
            slides={slides}
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

function FollowLink({ link }: { link: HTMLAnchorElement }) {
  useEffect(() => location.assign(link.href), [link])
  return null
}
