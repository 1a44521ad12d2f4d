'use client'

import 'react-easy-crop/react-easy-crop.css'
import * as Dialog from '@radix-ui/react-dialog'
import { type ReactNode, useState } from 'react'
import Cropper from 'react-easy-crop'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { DialogGround } from '#components/ui/dialog-ground.tsx'
import type { Crop } from '#lib/contract/publish.ts'
import { SHOWN_RATIO } from '#lib/creator/ratio-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

/** Part of the picture to upload, or all of it. */
export type CropChoice = Crop | 'whole'
type Props = {
  url: string
  /** Position among the pictures that were chosen together, from 1, and their number. */
  at: number
  count: number
  /** Element that had the focus and gets it back. */
  opener: Element | null
  onChoose: (choice: CropChoice) => void
}

/** Distance that an arrow key moves the picture, in pixels. */
const STEP = 8
/** The same for a button, as a share of the part that is chosen. */
const BUTTON_STEP = 0.1
const ZOOM_MAX = 4
/** Where the buttons move the picture, and the rotation of the arrow. */
const MOVES = [
  { name: 'left', x: -1, y: 0, arrow: 'rotate-180' },
  { name: 'up', x: 0, y: -1, arrow: '-rotate-90' },
  { name: 'down', x: 0, y: 1, arrow: 'rotate-90' },
  { name: 'right', x: 1, y: 0, arrow: '' },
] as const
const NO_SIZE = { width: 0, height: 0 }

/**
 * Chooses the part of a picture that cards show: by dragging, pinching, wheel, keys or buttons. Closing it in any other
 * way keeps the whole picture: no picture is lost.
 */
export default function CropDialog({ url, at, count, opener, onChoose }: Props): ReactNode {
  const t = useFormMessages('creator.crop')
  const [part, setPart] = useState<Crop | null>(null)
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onChoose('whole')}>
      <Dialog.Portal>
        <DialogGround />
        <Dialog.Content
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener instanceof HTMLElement) opener.focus()
          }}
          className="fixed inset-x-0 top-1/2 z-50 mx-auto w-[min(44rem,calc(100vw-2rem))] max-h-[calc(100dvh-2rem)] -translate-y-1/2 space-y-5 overflow-y-auto rounded-card border border-line bg-surface-1 p-6 shadow-raised"
        >
          <div className="space-y-1">
            {count > 1 && (
              <p className="text-sm text-content-muted tabular-nums">{t('count', { at, count })}</p>
            )}
            <Dialog.Title className="font-display text-lg font-semibold">{t('title')}</Dialog.Title>
            <Dialog.Description className="text-sm text-content-muted">
              {t('help')}
            </Dialog.Description>
          </div>
          <CropArea url={url} onCrop={setPart} />
          <div className="flex flex-wrap justify-end gap-3">
            <Button onClick={() => onChoose('whole')} variant="ghost">
              {t('whole')}
            </Button>
            <Button onClick={() => onChoose(part ?? 'whole')} variant="primary">
              {t('use')}
            </Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function CropArea({ url, onCrop }: { url: string; onCrop: (part: Crop) => void }) {
  const t = useFormMessages('creator.crop')
  const [position, setPosition] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [picture, setPicture] = useState(NO_SIZE)
  const [frame, setFrame] = useState(NO_SIZE)
  function move({ x, y }: Direction) {
    const within = (value: number, side: keyof typeof NO_SIZE) => {
      const most = Math.max(0, (picture[side] * zoom - frame[side]) / 2)
      return Math.min(most, Math.max(-most, value))
    }
    setPosition({
      x: within(position.x + x * frame.width * BUTTON_STEP, 'width'),
      y: within(position.y + y * frame.height * BUTTON_STEP, 'height'),
    })
  }
  return (
    <>
      <div className="relative aspect-[16/10] w-full overflow-hidden rounded-key bg-black">
        <Cropper
          image={url}
          aspect={SHOWN_RATIO}
          crop={position}
          zoom={zoom}
          maxZoom={ZOOM_MAX}
          keyboardStep={STEP}
          disableAutomaticStylesInjection
          onCropChange={setPosition}
          onZoomChange={setZoom}
          onMediaLoaded={setPicture}
          onCropSizeChange={setFrame}
          onCropAreaChange={(_, { x, y, width, height }) =>
            onCrop({ left: x, top: y, width, height })
          }
          cropperProps={{ 'aria-label': t('title'), role: 'group' }}
          mediaProps={{ alt: '' }}
        />
      </div>
      <CropTools zoom={zoom} onZoom={setZoom} onMove={move} />
    </>
  )
}

type Direction = { x: number; y: number }
type ToolsProps = {
  zoom: number
  onZoom: (zoom: number) => void
  onMove: (by: Direction) => void
}

function CropTools({ zoom, onZoom, onMove }: ToolsProps) {
  const t = useFormMessages('creator.crop')
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <div role="group" aria-label={t('move')} dir="ltr" className="flex gap-1">
        {MOVES.map(({ name, arrow, ...by }) => (
          <Button
            key={name}
            variant="secondary"
            aria-label={t(name)}
            onClick={() => onMove(by)}
            className="w-10 px-0!"
          >
            <Icon name="arrow-right" className={arrow} />
          </Button>
        ))}
      </div>
      <label className="flex flex-1 basis-48 items-center gap-3 text-sm text-content-muted">
        {t('zoom')}
        <input
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={0.05}
          value={zoom}
          onChange={(event) => onZoom(Number(event.target.value))}
          className="h-6 min-w-0 flex-1 accent-accent"
        />
      </label>
    </div>
  )
}
