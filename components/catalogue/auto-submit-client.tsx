'use client'

import { useRouter } from 'next/navigation'
import {
  type ChangeEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useTransition,
} from 'react'

/* Module state: the next page renders a new form. */
let submittedField = -1

type Props = { action: string; label: string; children: ReactNode }

/**
 * GET form that submits itself when a choice is made with a pointer. Keys that change a choice step by
 * step do not submit; Enter and the button do (WCAG 3.2.2, decision 54), which shows for what is not applied yet
 * (`.apply` in app/lists.css). Without JavaScript, and in the sheet of phones, only the button submits. With it, empty fields stay out of the
 * address, the page changes in place and the field keeps the focus.
 */
export function AutoSubmitForm({ action, label, children }: Props) {
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  const [isChanged, setChanged] = useState(false)
  const isStepping = useRef(false)
  /** Not always the focused one: an open menu has the focus itself, and then there is the button. */
  const changed = useRef<HTMLElement>(null)
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const field = ref.current?.elements[submittedField]
    submittedField = -1
    if (field instanceof HTMLElement && document.activeElement === document.body) {
      field.focus({ preventScroll: true })
    }
  }, [])
  function send(form: HTMLFormElement) {
    if (!form.reportValidity()) return
    const field = changed.current ?? document.activeElement
    submittedField = [...form.elements].findIndex((element) => element === field)
    if (document.activeElement instanceof HTMLButtonElement) changed.current?.focus()
    const query = new URLSearchParams()
    for (const [name, value] of new FormData(form)) {
      if (typeof value === 'string' && value !== '') query.set(name, value)
    }
    form.closest<HTMLElement>(':popover-open')?.hidePopover()
    startTransition(() => {
      setChanged(false)
      router.push(query.size === 0 ? action : `${action}?${query}`)
    })
  }
  function change({ target, currentTarget }: ChangeEvent<HTMLFormElement, HTMLElement>) {
    changed.current = target
    const isInSheet = currentTarget.closest(':popover-open') !== null
    if (target instanceof HTMLSelectElement && !isStepping.current && !isInSheet)
      send(currentTarget)
    else setChanged(true)
  }
  function press(event: KeyboardEvent<HTMLFormElement>) {
    isStepping.current = changesByStep(event)
    if (event.key !== 'Enter' || !isChanged || !(event.target instanceof HTMLSelectElement)) return
    // Browsers differ: Enter opens the choices, submits the form, or does nothing.
    event.preventDefault()
    send(event.currentTarget)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys and presses of the fields
    <form
      ref={ref}
      action={action}
      aria-label={label}
      aria-busy={isPending}
      data-changed={isChanged || undefined}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        send(event.currentTarget)
      }}
      onChange={change}
      onKeyDown={press}
      onFocus={() => (isStepping.current = false)}
      onPointerDown={() => (isStepping.current = false)}
      className="group/filters grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap"
    >
      {children}
    </form>
  )
}

/**
 * Whether a key changes a closed select: letters, arrows, Home, End, Page Up and Down. A select with a menu of our own
 * opens it on arrows (app/lists.css).
 */
function changesByStep({ key, altKey, target }: KeyboardEvent): boolean {
  if (altKey || key === ' ' || !(target instanceof HTMLSelectElement)) return false
  if (key.length === 1) return true
  const hasOwnMenu = getComputedStyle(target).appearance === 'base-select'
  return !hasOwnMenu && /^(?:Arrow|Page|Home|End)/.test(key)
}
