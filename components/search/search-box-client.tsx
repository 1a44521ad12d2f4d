'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, useEffect, useRef, useTransition } from 'react'
import { isSearchShortcut, searchShortcutStore } from '#lib/browser/search-shortcut.ts'
import { useStore } from '#lib/browser/use-store.ts'

export type SearchBoxLabels = Record<'all' | 'suggestions' | 'icons' | 'recent' | 'erase', string>
type Props = {
  /** Path of the search page, with its language. */
  action: string
  locale: string
  compact: boolean
  term?: string
  isFirst: boolean
  label: string
  short: string
  placeholder: string
  icon: ReactNode
  labels: SearchBoxLabels
}

/**
 * Search form; an island adds suggestions with the first focus (islands/fields.ts). `/` focuses the last visible search box: the page's own, or the header's. The box
 * keeps the focus when results are shown, so that the term can be refined.
 */
export function SearchBox(props: Props) {
  const { action, locale, compact, term, isFirst, label, short, placeholder, icon, labels } = props
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  const ref = useRef<HTMLInputElement>(null)
  const hasShortcut = useStore(searchShortcutStore)
  const shownTerm = useRef(term)
  useEffect(() => {
    // The page of the results is the same one for every term. The first one is in the page already.
    if (shownTerm.current === term) return
    shownTerm.current = term
    if (ref.current && term !== undefined) ref.current.value = term
  }, [term])
  useEffect(() => {
    if (!hasShortcut) return undefined
    function focusBox(event: KeyboardEvent) {
      if (!isSearchShortcut(event)) return
      const boxes = document.querySelectorAll<HTMLInputElement>('form[role=search] input')
      const box = [...boxes].findLast((field) => field.checkVisibility())
      if (!box || box !== ref.current) return
      event.preventDefault()
      box.focus()
      box.select()
    }
    document.addEventListener('keydown', focusBox)
    return () => document.removeEventListener('keydown', focusBox)
  }, [hasShortcut])
  function send(event: FormEvent<HTMLFormElement>) {
    const q = ref.current?.value.trim()
    if (!q) return
    event.preventDefault()
    if (compact) event.currentTarget.reset()
    startTransition(() => router.push(`${action}?${new URLSearchParams({ q })}`))
  }
  return (
    <form
      action={action}
      role="search"
      aria-label={compact ? short : label}
      aria-busy={isPending}
      data-island
      onSubmit={send}
      className={compact ? 'search-box compact' : 'search-box'}
    >
      {/* For pointer and voice users; Enter submits as well. */}
      <button type="submit" tabIndex={-1} aria-label={short}>
        {icon}
      </button>
      <input
        ref={ref}
        type="search"
        name="q"
        maxLength={200}
        defaultValue={term}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was opened to enter a term
        autoFocus={isFirst}
        aria-label={compact ? short : label}
        aria-keyshortcuts={hasShortcut ? '/' : undefined}
        placeholder={placeholder}
        suppressHydrationWarning
      />
      {hasShortcut && <kbd aria-hidden="true">/</kbd>}
      <div
        id={compact ? 'suggestions-header' : 'suggestions'}
        data-suggestions={labels.suggestions}
        data-action={action}
        data-locale={locale}
        data-all={labels.all}
        data-icons={labels.icons}
        data-recent={labels.recent}
        data-erase={labels.erase}
        suppressHydrationWarning
        // oxlint-disable-next-line react/no-danger -- empty: its content is the island's
        dangerouslySetInnerHTML={{ __html: '' }}
      />
    </form>
  )
}
