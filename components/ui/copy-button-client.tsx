'use client'

import { Icon } from './icons.tsx'
import { showMessage } from '#lib/browser/message-store.ts'

type Props = { text: string; label: string; copied: string; failed: string }

/** Copies a text and reports success or failure as a toast. */
export async function copyText(text: string, copied: string, failed: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showMessage({ message: copied })
  } catch {
    showMessage({ message: failed, color: 'danger' })
  }
}

/** Button that copies a text. */
export function CopyButton({ text, label, copied, failed }: Props) {
  return (
    <button
      type="button"
      onClick={() => void copyText(text, copied, failed)}
      aria-label={label}
      className="needs-script size-8 cursor-pointer items-center justify-center rounded-key hover:bg-surface-2 hover:text-content"
    >
      <Icon name="copy" />
    </button>
  )
}
