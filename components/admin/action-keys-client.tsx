'use client'

import { useEffect } from 'react'
import { isSearchShortcut, searchShortcutStore } from '#lib/browser/search-shortcut.ts'
import { useStore } from '#lib/browser/use-store.ts'

type Props = {
  /** Ids of buttons by the key that presses them. */
  buttons: Record<string, string>
  label: string
}

/** Presses buttons of the page by single keys, under the conditions of the search’s `/`: the visitor can switch both off (WCAG 2.1.4). */
export function ActionKeys({ buttons, label }: Props) {
  const isOn = useStore(searchShortcutStore)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, repeat, isComposing, target } = event
      const id = buttons[key.toLowerCase()]
      const press = { key: '/', ctrlKey, metaKey, altKey, repeat, isComposing, target }
      if (id === undefined || !isSearchShortcut(press)) return
      event.preventDefault()
      document.getElementById(id)?.click()
    }
    if (!isOn) return undefined
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [buttons, isOn])
  return <p className="needs-script text-xs text-content-muted">{label}</p>
}
