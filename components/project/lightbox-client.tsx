'use client'

import * as Dialog from '@radix-ui/react-dialog'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { DialogGround } from '#components/ui/dialog-ground.tsx'
import { Icon } from '#components/ui/icons.tsx'
import type { LightboxLabels, Slide } from './gallery-client.tsx'

type Props = {
  slides: Slide[]
  first: number
  labels: LightboxLabels
  onClose: () => void
  /** Link that opened the dialog; gets the focus back. */
  link: HTMLAnchorElement
}

/** On the black ground the focus is white in both themes. */
const focus = 'focus-visible:outline-2 focus-visible:outline-white'
const button = `grid size-11 cursor-pointer place-items-center rounded-full bg-surface-1/80 text-content contrast-more:bg-surface-1 hover:bg-surface-2 aria-disabled:cursor-default aria-disabled:text-content-faint aria-disabled:opacity-75 ${focus}`

/** Sign of `scrollLeft` towards the next picture: negative where text runs from right to left. */
const towards = (row: HTMLElement) => (getComputedStyle(row).direction === 'rtl' ? -1 : 1)

/**
 * Dialog with full-size pictures in a row with scroll snapping, so that swiping and pinching are
 * native. Arrow keys, Home and End move between pictures, Escape closes.
 */
export default function Lightbox({ slides, first, labels, onClose, link }: Props): ReactNode {
  const row = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(first)
  const last = slides.length - 1
  const position = labels.position.replace('{number}', String(at + 1))
  function go(to: number, behavior: ScrollBehavior = 'auto') {
    const { current } = row
    const left = Math.min(Math.max(to, 0), last) * (current?.clientWidth ?? 0)
    if (current) current.scrollTo({ left: left * towards(current), behavior })
  }
  function press(event: KeyboardEvent) {
    const step = row.current ? towards(row.current) : 1
    const to = { ArrowLeft: at - step, ArrowRight: at + step, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    go(to)
  }
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <DialogGround className="bg-black sm:bg-black/95" />
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
          <Dialog.Title className="sr-only">{labels.title}</Dialog.Title>
          <div
            ref={row}
            role="group"
            aria-label={position}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keys
            tabIndex={0}
            onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
              setAt(Math.round(Math.abs(scrollLeft) / clientWidth))
            }
            className={`flex h-full snap-x snap-mandatory overflow-x-auto [scrollbar-width:none] motion-safe:scroll-smooth -outline-offset-4 ${focus}`}
          >
            {slides.map((slide, index) => (
              <Figure key={String(slide.src)} slide={slide} isShown={index === at} />
            ))}
          </div>
          <p
            role="status"
            className="absolute top-5 start-5 rounded-full bg-surface-1/80 contrast-more:bg-surface-1 px-3 py-1 text-sm text-content tabular-nums"
          >
            {position}
            <span className="sr-only" lang={slides[at]?.lang}>
              : {slides[at]?.alt}
            </span>
          </p>
          <Dialog.Close aria-label={labels.close} className={`${button} absolute top-3 end-3`}>
            <Icon name="x" className="size-5" />
          </Dialog.Close>
          <button
            type="button"
            aria-label={labels.previous}
            // A disabled button would lose the focus.
            aria-disabled={at === 0}
            onClick={() => go(at - 1)}
            className={`${button} absolute top-1/2 start-3 -translate-y-1/2 max-sm:hidden`}
          >
            <Icon name="arrow-right" className="size-5 rotate-180 rtl:-scale-x-100" />
          </button>
          <button
            type="button"
            aria-label={labels.next}
            aria-disabled={at === last}
            onClick={() => go(at + 1)}
            className={`${button} absolute top-1/2 end-3 -translate-y-1/2 max-sm:hidden`}
          >
            <Icon name="arrow-right" className="size-5 rtl:-scale-x-100" />
          </button>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Figure({ slide: { alt, ...slide }, isShown }: { slide: Slide; isShown: boolean }) {
  return (
    <figure
      aria-hidden={!isShown}
      className="flex h-full w-full shrink-0 snap-center flex-col items-center justify-center gap-3 p-4 sm:px-20 sm:py-10"
    >
      <img
        {...slide}
        alt={alt ?? ''}
        className="max-h-[calc(100%-3rem)] w-auto max-w-full rounded-key object-contain"
      />
      <figcaption
        // The same text as the alternative of the picture.
        aria-hidden="true"
        className="text-center text-sm text-white/80 contrast-more:text-white"
        lang={slide.lang}
        dir="auto"
      >
        {alt}
      </figcaption>
    </figure>
  )
}
