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

/* The light box comes with the first picture that somebody opens; without it the link leads on. */
const Lightbox = lazy(() => import('./lightbox-client.tsx').catch(() => ({ default: FollowLink })))

export type Slide = Pick<
  ComponentProps<'img'>,
  'src' | 'srcSet' | 'sizes' | 'alt' | 'lang' | 'width' | 'height'
>
export type LightboxWords = { title: string; close: string; previous: string; next: string }
type Props = { slides: Slide[]; words: LightboxWords; children: ReactNode }

/** Opens the pictures that its links (`data-picture`) lead to where they stand. */
export function GalleryLinks({ slides, words, children }: Props) {
  const [opened, setOpened] = useState<{ at: number; link: HTMLAnchorElement } | null>(null)
  function open(event: MouseEvent<HTMLDivElement>) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link =
      event.target instanceof Element
        ? event.target.closest<HTMLAnchorElement>('a[data-picture]')
        : null
    if (!link) return
    event.preventDefault()
    setOpened({ at: Number(link.dataset['picture']), link })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the links inside are what is clicked, by keys too
    <div onClick={open}>
      {children}
      {opened && (
        <Suspense fallback={null}>
          <Lightbox
            slides={slides}
            first={opened.at}
            words={words}
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
