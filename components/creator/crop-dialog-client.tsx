'use client'

import 'react-easy-crop/react-easy-crop.css'
import * as Dialog from '@radix-ui/react-dialog'
import { type ReactNode, useState } from 'react'
import Cropper from 'react-easy-crop'
import { buttonClass } from '#components/ui/button.tsx'
import type { Crop } from '#lib/contract/publish.ts'
import { SHOWN_RATIO } from '#lib/creator/ratio-client.ts'
import type { FormWords } from './words.ts'

/** What is to be done with the picture: a part of it, all of it, or nothing. */
export type Cut = Crop | 'whole' | 'cancel'
type Props = {
  url: string
  /** What had the focus: it goes back there. */
  opener: Element | null
  words: FormWords
  onCut: (cut: Cut) => void
}

/** How far an arrow key moves the picture, in pixels. */
const STEP = 8
const ZOOM_MAX = 4

/** Chooses the part of a picture that cards show: by dragging, pinching, wheel or keys. */
export default function CropDialog({ url, opener, words, onCut }: Props): ReactNode {
  const [place, setPlace] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [part, setPart] = useState<Crop | null>(null)
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onCut('cancel')}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/60" />
        <Dialog.Content
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener instanceof HTMLElement) opener.focus()
          }}
          className="fixed top-1/2 left-1/2 z-50 w-[min(44rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 space-y-5 rounded-card border border-line bg-surface-1 p-6 shadow-raised"
        >
          <div className="space-y-1">
            <Dialog.Title className="font-display text-lg font-semibold">
              {words.crop.title}
            </Dialog.Title>
            <Dialog.Description className="text-sm text-content-muted">
              {words.crop.help}
            </Dialog.Description>
          </div>
          <div className="relative aspect-[16/10] w-full overflow-hidden rounded-key bg-black">
            <Cropper
              image={url}
              aspect={SHOWN_RATIO}
              crop={place}
              zoom={zoom}
              maxZoom={ZOOM_MAX}
              keyboardStep={STEP}
              disableAutomaticStylesInjection
              onCropChange={setPlace}
              onZoomChange={setZoom}
              onCropAreaChange={(_, { x, y, width, height }) =>
                setPart({ left: x, top: y, width, height })
              }
              cropperProps={{ 'aria-label': words.crop.title, role: 'group' }}
              mediaProps={{ alt: '' }}
            />
          </div>
          <label className="flex items-center gap-3 text-sm text-content-muted">
            {words.crop.zoom}
            <input
              type="range"
              min={1}
              max={ZOOM_MAX}
              step={0.05}
              value={zoom}
              onChange={(event) => setZoom(Number(event.target.value))}
              className="h-6 flex-1 accent-accent"
            />
          </label>
          <div className="flex flex-wrap justify-end gap-3">
            <button
              type="button"
              onClick={() => onCut('whole')}
              className={`${buttonClass({ variant: 'ghost' })} cursor-pointer`}
            >
              {words.crop.whole}
            </button>
            <button
              type="button"
              onClick={() => onCut(part ?? 'whole')}
              className={`${buttonClass({ variant: 'primary' })} cursor-pointer`}
            >
              {words.crop.use}
            </button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
