'use client'

import type { ReactNode } from 'react'
import { copyText } from '#components/ui/copy-button-client.tsx'

type Props = {
  title: string
  copied: string
  failed: string
  className: string
  children: ReactNode
}

/** Passes the page on from a phone, which cannot install: by the system's menu for sharing, else as a copied link. */
export function SendLink({ title, copied, failed, className, children }: Props) {
  async function send() {
    const { origin, pathname } = location
    const url = origin + pathname
    try {
      await navigator.share({ title, url })
    } catch (error) {
      const isCancelled = error instanceof DOMException && error.name === 'AbortError'
      if (!isCancelled) await copyText(url, copied, failed)
    }
  }
  return (
    <button type="button" data-send onClick={() => void send()} className={className}>
      {children}
    </button>
  )
}
