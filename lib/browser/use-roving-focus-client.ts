import { type RefObject, useEffect, useRef } from 'react'
import { roveFocus, type RovingOptions } from './rove-focus.ts'

type Options = RovingOptions & {
  /** Cell that gets the focus when the list appears. */
  focused?: number | undefined
}

/** Makes the controls of a list one Tab stop, with arrow keys, Home and End between them. */
export function useRovingFocus(ref: RefObject<HTMLElement | null>, options: Options = {}) {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    const { rows, focused } = latest.current
    if (!ref.current) return undefined
    const { focusCell, stop } = roveFocus(ref.current, {
      ...(rows && { rows: () => latest.current.rows?.() ?? rows() }),
      onActive: (cell) => latest.current.onActive?.(cell),
    })
    if (focused !== undefined) focusCell(focused)
    return stop
  }, [ref])
}
