'use client'

import { type ComponentProps, useEffect, useState } from 'react'
import { Button } from '#components/ui/button.tsx'

export type CodeButtonLabels = Record<'getCode' | 'retry' | 'retryIn' | 'retryInMinutes', string>
type Props = Omit<ComponentProps<typeof Button>, 'variant' | 'className'> & {
  labels: CodeButtonLabels
  /** Whether a code was requested before. */
  isAgain: boolean
  isPending: boolean
  /** Seconds until the next request. */
  left: number
}

/** The button “Get code”, then “Retry” with the time until the next code may be requested. */
export function CodeButton({ labels, isAgain, isPending, left, ...button }: Props) {
  const again =
    left >= 90
      ? labels.retryInMinutes.replace('{minutes}', String(Math.ceil(left / 60)))
      : left > 0
        ? labels.retryIn.replace('{seconds}', String(left))
        : labels.retry
  return (
    <Button
      {...button}
      aria-disabled={isPending || left > 0}
      variant="secondary"
      className="h-11 min-w-28 shrink-0 tabular-nums aria-disabled:cursor-default aria-disabled:opacity-75"
    >
      {isAgain ? again : labels.getCode}
    </Button>
  )
}

/** Seconds of a countdown; it restarts whenever `id` changes. */
export type Wait = { id: string; wait: number } | null

/** Counts down to 0; 0 without a wait. */
export function useCountdown(wait: Wait): number {
  const [left, setLeft] = useState(0)
  const { id = null, wait: seconds = 0 } = wait ?? {}
  useEffect(() => {
    if (id === null) return
    const end = performance.now() + seconds * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [id, seconds])
  return left
}
