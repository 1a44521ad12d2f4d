'use client'

import type { ReactNode } from 'react'
import { showMessage } from './message-store.ts'

type Props = { text: string; label: string; copied: string; failed: string; icon: ReactNode }

/** Puts a text on the clipboard and says so, or that it could not. */
export async function copyText(text: string, copied: string, failed: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showMessage({ message: copied })
  } catch {
    showMessage({ message: failed, color: 'danger' })
  }
}

/** A button that copies a text. */
export function CopyButton({ text, label, copied, failed, icon }: Props) {
  return (
    <button
      type="button"
      onClick={() => void copyText(text, copied, failed)}
      aria-label={label}
      className="needs-script size-8 cursor-pointer items-center justify-center rounded-key hover:bg-surface-2 hover:text-content"
    >
      {icon}
    </button>
  )
}
