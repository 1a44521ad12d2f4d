'use client'

import * as Dialog from '@radix-ui/react-dialog'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Icon } from '#components/ui/icons.tsx'
import type { LightboxWords, Slide } from './gallery-client.tsx'

type Props = {
  slides: Slide[]
  first: number
  words: LightboxWords
  onClose: () => void
  /** What opened it: the focus goes back there. */
  link: HTMLAnchorElement
}

const button =
  'grid size-11 cursor-pointer place-items-center rounded-full bg-surface-1/80 text-content hover:bg-surface-2 disabled:invisible'

/**
 * Pictures in full: a dialog over the page. They lie side by side in a row that snaps, so a finger
 * swipes and pinches as everywhere; arrows, Home and End go through them, Escape closes.
 */
export default function Lightbox({ slides, first, words, onClose, link }: Props): ReactNode {
  const row = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(first)
  function go(to: number, behavior: ScrollBehavior = 'smooth') {
    const { current } = row
    current?.scrollTo({ left: to * current.clientWidth, behavior })
  }
  function press(event: KeyboardEvent) {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: slides.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    go(Math.min(Math.max(to, 0), slides.length - 1))
  }
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/90" />
        <Dialog.Content
          aria-describedby={undefined}
          onKeyDown={press}
          onOpenAutoFocus={() => go(first, 'instant')}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            link.focus()
          }}
          className="fixed inset-0 z-50 outline-none"
        >
          <Dialog.Title className="sr-only">{words.title}</Dialog.Title>
          <div
            ref={row}
            role="group"
            aria-label={words.title}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
            tabIndex={0}
            onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
              setAt(Math.round(scrollLeft / clientWidth))
            }
            className="flex h-full snap-x outline-none snap-mandatory overflow-x-auto [scrollbar-width:none] motion-reduce:scroll-auto"
          >
            {slides.map(({ alt, ...slide }, index) => (
              <figure
                key={String(slide.src)}
                aria-hidden={index !== at}
                className="flex h-full w-full shrink-0 snap-center flex-col items-center justify-center gap-3 p-4 sm:px-20 sm:py-10"
              >
                <img
                  {...slide}
                  alt={alt ?? ''}
                  className="max-h-[calc(100%-3rem)] w-auto max-w-full rounded-key object-contain"
                />
                <figcaption
                  className="text-center text-sm text-white/80"
                  lang={slide.lang}
                  dir="auto"
                >
                  {alt}
                </figcaption>
              </figure>
            ))}
          </div>
          <p
            role="status"
            className="absolute top-5 left-5 rounded-full bg-surface-1/80 px-3 py-1 text-sm text-content tabular-nums"
          >
            {at + 1} / {slides.length}
          </p>
          <Dialog.Close aria-label={words.close} className={`${button} absolute top-3 right-3`}>
            <Icon name="x" className="size-5" />
          </Dialog.Close>
          <button
            type="button"
            aria-label={words.previous}
            disabled={at === 0}
            onClick={() => go(at - 1)}
            className={`${button} absolute top-1/2 left-3 -translate-y-1/2 max-sm:hidden`}
          >
            <Icon name="arrow-right" className="size-5 rotate-180" />
          </button>
          <button
            type="button"
            aria-label={words.next}
            disabled={at === slides.length - 1}
            onClick={() => go(at + 1)}
            className={`${button} absolute top-1/2 right-3 -translate-y-1/2 max-sm:hidden`}
          >
            <Icon name="arrow-right" className="size-5" />
          </button>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
