'use client'

import { useEffect, useRef } from 'react'
import { announce } from '#lib/browser/announcement-store.ts'
import { lengthOf } from '#lib/contract/text.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

/** The counter appears when this share of the limit is used. */
const NEAR = 0.8
/** Pause in typing after which the counter is announced, in milliseconds. */
const PAUSE_MS = 1000

/**
 * How many characters are left, as the limit counts them; `undefined` while there are plenty. It is
 * announced when the creator stops typing.
 */
export function useCounter(text: string, maximum: number | undefined): string | undefined {
  const t = useFormMessages('creator.saving')
  const length = lengthOf(text)
  const isNear = maximum !== undefined && length >= maximum * NEAR
  const counter = isNear
    ? t('left', { left: String(maximum - length), max: String(maximum) })
    : undefined
  const last = useRef(counter)
  useEffect(() => {
    if (counter === last.current) return
    const timer = setTimeout(() => {
      last.current = counter
      if (counter !== undefined) announce(counter)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [counter])
  return counter
}
