'use client'

import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

/** Passes on files that are dropped on an area or chosen in its field, also those that were chosen before the scripts ran. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  function take(input: HTMLInputElement) {
    const chosen = [...(input.files ?? [])]
    input.value = ''
    if (chosen.length > 0) onFiles(chosen)
  }
  const takeEarly = useEffectEvent(() => chooser.current && take(chooser.current))
  useEffect(() => {
    takeEarly()
  }, [])
  return {
    isOver,
    area: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        onFiles([...event.dataTransfer.files])
      },
    },
    field: {
      ref: chooser,
      onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => take(currentTarget),
    },
  }
}
