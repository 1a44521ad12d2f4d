'use client'

import { type ReactNode, useEffect, useId } from 'react'
import { announce } from '#lib/browser/announcement-store.ts'

export type LightOfferLabels = { text: string; accept: string; decline: string }
type Props = {
  labels: LightOfferLabels
  onClose: () => void
}

const button = 'h-9 cursor-pointer rounded-key px-3 text-sm font-medium'

/** Offers the light theme at the foot of the window. Takes no focus; Escape or a button closes it. */
export default function LightOffer({ labels, onClose }: Props): ReactNode {
  const id = useId()
  useEffect(() => {
    const press = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [onClose])
  useEffect(() => announce(labels.text), [labels.text])
  return (
    <div role="group" aria-labelledby={id} className="light-offer">
      <p id={id}>{labels.text}</p>
      <p className="flex flex-wrap gap-2">
        <button
          type="button"
          data-theme-switch
          className={`${button} border border-line-strong hover:bg-surface-2`}
        >
          {labels.accept}
        </button>
        <button
          type="button"
          onClick={onClose}
          className={`${button} text-content-muted hover:bg-surface-2 hover:text-content`}
        >
          {labels.decline}
        </button>
      </p>
    </div>
  )
}
