'use client'

import type { ReactNode } from 'react'
import { THEME_KEY, type Theme } from '#lib/theme/theme.ts'

/** Turns dark into light and back; both pictures are there and the theme shows one of them. */
export function ThemeSwitch({
  label,
  sun,
  moon,
}: Record<'label', string> & Record<'sun' | 'moon', ReactNode>) {
  function toggle() {
    const root = document.documentElement
    const next: Theme = root.dataset['theme'] === 'light' ? 'dark' : 'light'
    root.dataset['theme'] = next
    try {
      localStorage.setItem(THEME_KEY, next)
    } catch {
      // Storage can be switched off; the choice then lasts as long as the page.
    }
  }
  return (
    <button
      type="button"
      aria-label={label}
      onClick={toggle}
      className="needs-script size-10 cursor-pointer items-center justify-center rounded-key text-content-muted transition hover:bg-surface-2 hover:text-content"
    >
      <span className="in-dark">{sun}</span>
      <span className="in-light">{moon}</span>
    </button>
  )
}
