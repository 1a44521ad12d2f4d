'use client'

import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { Crop } from '#lib/contract/publish.ts'
import { isCutOff } from '#lib/creator/ratio-client.ts'
import type { Cut } from './crop-dialog-client.tsx'
import type { FormWords } from './words.ts'

/* Comes with the first picture of another shape; without it the picture is taken whole. */
const CropDialog = lazy(() => import('./crop-dialog-client.tsx').catch(() => ({ default: Whole })))

type Asked = { url: string; opener: Element | null; answer: (cut: Cut) => void }

/** Asks which part of a picture is shown, where cards would cut it; else there is nothing to ask. */
export function useCrop(words: FormWords) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const turn = useRef<Promise<unknown>>(Promise.resolve())

  /**
   * A picture that comes while another is asked about (pasted, say) waits for its turn.
   * @returns the part, `undefined` for all of it, `null` for nothing of it.
   */
  function choose(file: File): Promise<Crop | undefined | null> {
    const answer = turn.current.then(() => ask(file))
    turn.current = answer.catch(() => undefined)
    return answer
  }

  async function ask(file: File): Promise<Crop | undefined | null> {
    if (!(await isCutOff(file))) return undefined
    const url = URL.createObjectURL(file)
    const opener = document.activeElement
    const cut = await new Promise<Cut>((answer) => setAsked({ url, opener, answer }))
    setAsked(null)
    URL.revokeObjectURL(url)
    if (cut === 'cancel') return null
    return cut === 'whole' ? undefined : cut
  }

  const dialog: ReactNode = asked && (
    <Suspense fallback={null}>
      <CropDialog url={asked.url} opener={asked.opener} words={words} onCut={asked.answer} />
    </Suspense>
  )
  return { choose, dialog }
}

function Whole({ onCut }: { onCut: (cut: Cut) => void }) {
  useEffect(() => onCut('whole'), [onCut])
  return null
}
