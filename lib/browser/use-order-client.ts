'use client'

import { type DragEvent, useRef, useState } from 'react'
import { moved } from './moved.ts'

type Options<T> = {
  items: readonly T[]
  canMove: boolean
  /** `isContinued` for each further step of one drag. */
  onChange: (items: T[], isContinued: boolean) => void
  /** Called once per move, with the places before and after it. */
  onMoved?: (from: number, to: number) => void
}

/** Changes the order of a list by buttons (`move`) or by dragging its rows (`dragProps`). */
export function useOrder<T>({ items, canMove, onChange, onMoved }: Options<T>) {
  const [dragged, setDragged] = useState<number | null>(null)
  const start = useRef(0)
  const isMoving = useRef(false)
  const report = (from: number, to: number) => {
    if (from !== to) onMoved?.(from, to)
  }
  const dragProps = (at: number) => ({
    draggable: canMove,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      start.current = at
      isMoving.current = false
      setDragged(at)
    },
    onDragEnd: () => {
      setDragged(null)
      if (dragged !== null) report(start.current, dragged)
    },
    onDragEnter: () => {
      if (dragged === null || dragged === at) return
      onChange(moved(items, dragged, at), isMoving.current)
      isMoving.current = true
      setDragged(at)
    },
  })
  const move = (from: number, to: number) => {
    onChange(moved(items, from, to), false)
    report(from, to)
  }
  return { move, dragged, dragProps }
}
