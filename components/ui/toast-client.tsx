'use client'

import * as RadixToast from '@radix-ui/react-toast'
import type { ReactNode } from 'react'
import { Icon } from './icons.tsx'
import { hideMessage, type Message } from './message-store.ts'

const COLORS: Record<Message['color'], string> = {
  success: 'text-success',
  danger: 'text-danger',
  info: 'text-info',
  warning: 'text-warning',
}

export type ToastProps = {
  message: Message
  hide: string
  labels: { success: string; danger: string }
}

/** The message itself: announced, hidden by time, by swipe or by its button. */
export default function Toast({ message, hide, labels }: ToastProps): ReactNode {
  const { color } = message
  const label = color === 'success' || color === 'danger' ? labels[color] : null
  return (
    <RadixToast.Provider duration={message.timeout}>
      <RadixToast.Root
        defaultOpen
        onOpenChange={(open) => !open && hideMessage()}
        className="flex items-center gap-3 rounded-card border border-line bg-surface-2 py-2 pr-2 pl-4 shadow-raised"
      >
        <Icon
          name={message.color === 'success' ? 'check' : 'warning'}
          className={COLORS[message.color]}
        />
        <div className="min-w-0 text-sm break-words">
          {label && <RadixToast.Title className="font-semibold">{label}</RadixToast.Title>}
          <RadixToast.Description>{message.text}</RadixToast.Description>
        </div>
        <RadixToast.Close
          aria-label={hide}
          className="ml-auto grid size-8 place-items-center rounded-key hover:bg-surface-1"
        >
          <Icon name="x" />
        </RadixToast.Close>
      </RadixToast.Root>
      <RadixToast.Viewport className="fixed inset-x-4 bottom-4 z-50 mx-auto w-[min(26rem,calc(100vw-2rem))] list-none" />
    </RadixToast.Provider>
  )
}
