'use client'

import * as RadixToast from '@radix-ui/react-toast'
import { usePathname } from 'next/navigation'
import {
  type FocusEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Icon } from '#components/ui/icons.tsx'
import { hideMessage, type ShownMessage, noteSeen } from '#lib/browser/message-store.ts'
import {
  MESSAGE_HOTKEY,
  type MessageLabels,
  RECENT_ID,
  RecentMessages,
  titleOf,
} from './recent-messages-client.tsx'

export type ToastProps = {
  /** The message to show; without one only the recent messages are shown. */
  message: ShownMessage | null
  labels: MessageLabels
}

const COLORS: Record<ShownMessage['color'], string> = {
  success: 'text-success',
  danger: 'text-danger',
  info: 'text-info',
  warning: 'text-warning',
}
const HOTKEYS = [MESSAGE_HOTKEY]

/** The message, and the recent ones to read again. */
export default function Messages({ message, labels }: ToastProps): ReactNode {
  return (
    <>
      {message && <Toast key={message.id} message={message} labels={labels} />}
      <RecentMessages labels={labels} isToastOpen={message !== null} />
    </>
  )
}

/**
 * The message: announced, and hidden by timeout, swipe, Escape or its button. The time stands still
 * under pointer and focus, and while the window has no focus (WCAG 2.2.1). It begins when the message can be seen: a page
 * that is being opened is in its way.
 */
function Toast({ message, labels }: { message: ShownMessage; labels: MessageLabels }) {
  const { color } = message
  const title = titleOf(message, labels)
  const isUrgent = color === 'danger' || color === 'warning'
  const pathname = usePathname()
  const hasFocus = useFocused()
  const [paintedOn, setPaintedOn] = useState<string | null>(null)
  const isSeen = hasFocus && paintedOn === pathname
  useEffect(() => {
    if (isSeen) noteSeen(message.id)
  }, [isSeen, message.id])
  const { viewport, keepOrigin } = useReturnedFocus()
  return (
    <RadixToast.Provider label={labels.message}>
      <RadixToast.Root
        defaultOpen
        type={isUrgent ? 'foreground' : 'background'}
        duration={isSeen ? message.timeout : Infinity}
        onOpenChange={(open) => !open && hideMessage()}
        className="flex items-center gap-3 rounded-card border border-line bg-surface-2 py-2 ps-4 pe-2 shadow-raised"
      >
        <Painted key={pathname} onPainted={() => setPaintedOn(pathname)} />
        <Icon name={color === 'success' ? 'check' : 'warning'} className={COLORS[color]} />
        <div className="min-w-0 text-sm break-words">
          {title !== null && <RadixToast.Title className="font-semibold">{title}</RadixToast.Title>}
          <RadixToast.Description>{message.text}</RadixToast.Description>
        </div>
        <RadixToast.Close
          aria-label={labels.hide}
          className="ms-auto grid size-8 place-items-center rounded-key hover:bg-surface-1"
        >
          <Icon name="x" />
        </RadixToast.Close>
      </RadixToast.Root>
      <RadixToast.Viewport
        ref={viewport}
        onFocus={keepOrigin}
        hotkey={HOTKEYS}
        label={labels.region}
        className="fixed inset-x-4 bottom-(--toast-bottom) z-50 mx-auto w-[min(26rem,calc(100vw-2rem))] list-none"
      />
    </RadixToast.Provider>
  )
}

/** Whether the window has had the focus since the message appeared. */
function useFocused(): boolean {
  const [hasFocus, setFocus] = useState(() => document.hasFocus())
  useEffect(() => {
    const focus = () => setFocus(true)
    addEventListener('focus', focus, { once: true })
    return () => removeEventListener('focus', focus)
  }, [])
  return hasFocus
}

/** Part of the message that reports when the message has been painted. */
function Painted({ onPainted }: { onPainted: () => void }) {
  const report = useEffectEvent(onPainted)
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => report())
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return null
}

/** Returns the focus to where it came from when the message disappears with the focus in it. */
function useReturnedFocus() {
  const viewport = useRef<HTMLOListElement>(null)
  const origin = useRef<EventTarget | null>(null)
  useLayoutEffect(() => {
    const { current: list } = viewport
    return () => {
      if (!list?.contains(document.activeElement)) return
      const { current: from } = origin
      // With the Tab key it came from an element of the region, which disappears as well.
      const isOutside = from instanceof HTMLElement && !list.parentElement?.contains(from)
      if (isOutside && from.isConnected) from.focus({ preventScroll: true })
      else document.getElementById(RECENT_ID)?.focus()
    }
  }, [])
  const keepOrigin = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return
    origin.current = relatedTarget
  }
  return { viewport, keepOrigin }
}
