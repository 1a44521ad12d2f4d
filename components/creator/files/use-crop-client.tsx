'use client'

import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { Crop } from '#lib/contract/publish.ts'
import { isCutOff } from '#lib/creator/ratio-client.ts'
import type { CropChoice } from './crop-dialog-client.tsx'
import { fileInputOf } from '#components/creator/form/focus-field-client.ts'

/* Loaded with the first picture of another ratio. If that fails, pictures are uploaded whole. */
const CropDialog = lazy(() => import('./crop-dialog-client.tsx').catch(() => ({ default: Whole })))

/** Position of a picture among those chosen together. */
type Position = { at: number; count: number }
type Request = Position & {
  url: string
  opener: Element | null
  onChoose: (choice: CropChoice) => void
}

/** Asks which part of a picture to keep if cards would cut something off. */
export function useCrop(field: 'cover' | 'gallery') {
  const [request, setRequest] = useState<Request | null>(null)
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  /**
   * A picture that comes while the dialog is open (pasted, say) waits for its turn.
   * @returns the part, or `undefined` for the whole picture.
   */
  function choose(file: File, position: Position): Promise<Crop | undefined> {
    const choice = queue.current.then(() => openDialog(file, position))
    queue.current = choice.catch(() => undefined)
    return choice
  }

  async function openDialog(file: File, position: Position): Promise<Crop | undefined> {
    if (!(await isCutOff(file))) return undefined
    // Nothing moves while the part is chosen.
    const url = URL.createObjectURL(await stillOf(file))
    // Nothing has the focus after a picture was dropped or pasted.
    const { activeElement } = document
    const opener = activeElement === document.body ? fileInputOf(field) : activeElement
    const choice = await new Promise<CropChoice>((onChoose) =>
      setRequest({ ...position, url, opener, onChoose }),
    )
    setRequest(null)
    URL.revokeObjectURL(url)
    return choice === 'whole' ? undefined : choice
  }

  const dialog: ReactNode = request && (
    <Suspense fallback={null}>
      <CropDialog {...request} />
    </Suspense>
  )
  return { choose, dialog }
}

function Whole({ onChoose }: { onChoose: (choice: CropChoice) => void }) {
  useEffect(() => onChoose('whole'), [onChoose])
  return null
}

/** Types whose pictures often move. PNG is left as it is: those are large, and hardly ever do. */
const MOVING = new Set(['image/gif', 'image/webp'])

/** The first frame of a picture that may move; other pictures, and what the browser cannot decode, as they are. */
async function stillOf(file: File): Promise<Blob> {
  if (!MOVING.has(file.type)) return file
  try {
    const frame = await createImageBitmap(file)
    const canvas = new OffscreenCanvas(frame.width, frame.height)
    canvas.getContext('2d')?.drawImage(frame, 0, 0)
    frame.close()
    return await canvas.convertToBlob()
  } catch {
    return file
  }
}
