'use client'

import { searchShortcutStore } from '#lib/browser/search-shortcut.ts'
import { useStore } from '#lib/browser/use-store.ts'

/** Switches the keyboard shortcut of the search on and off. */
export function ShortcutSetting({ label }: { label: string }) {
  const isOn = useStore(searchShortcutStore)
  return (
    <label className="needs-script cursor-pointer items-center gap-2 py-1 hover:text-content">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => searchShortcutStore.set(event.currentTarget.checked)}
        className="size-4 shrink-0 cursor-pointer"
      />
      {label}
    </label>
  )
}
