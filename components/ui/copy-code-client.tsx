'use client'

import type { ReactNode } from 'react'
import { copyText } from './copy-button-client.tsx'

type Props = { copied: string; failed: string; children: ReactNode }

/** Copies the code that a button in a creator's text stands beside. */
export function CopyCode({ copied, failed, children }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the buttons are in the HTML
    <div
      className="contents"
      onClick={({ target }) => {
        const button = target instanceof Element && target.closest('.copy-code')
        const code = button && button.nextElementSibling?.textContent
        if (code) void copyText(code, copied, failed)
      }}
    >
      {children}
    </div>
  )
}
