'use client'

import { useRouter } from 'next/navigation'
import {
  type FormEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
  useTransition,
} from 'react'

/* What suggests comes when somebody first goes to a box. Without it the box still searches. */
const Suggest = lazy(() => import('./suggest-client.tsx').catch(() => ({ default: () => null })))

export type Words = { all: string; suggestions: string; recent: string; erase: string }
type Props = {
  /** Where the form leads, with the language. */
  action: string
  locale: string
  compact: boolean
  term?: string
  label: string
  short: string
  placeholder: string
  icon: ReactNode
  words: Words
}

/** A form to the search page. `/` goes to the last box that is seen: the page's own, or the header's. */
export function SearchBox(props: Props) {
  const { action, locale, compact, term, label, short, placeholder, icon, words } = props
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  const ref = useRef<HTMLInputElement>(null)
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  useEffect(() => {
    function goToBox(event: KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest('input, textarea, select')) return
      const boxes = document.querySelectorAll<HTMLInputElement>('form[role=search] input')
      const wanted = [...boxes].findLast((box) => box.checkVisibility())
      if (!wanted || wanted !== ref.current) return
      event.preventDefault()
      wanted.focus()
      wanted.select()
    }
    document.addEventListener('keydown', goToBox)
    return () => document.removeEventListener('keydown', goToBox)
  }, [])
  function send(event: FormEvent<HTMLFormElement>) {
    const wanted = ref.current?.value.trim()
    if (!wanted) return
    event.preventDefault()
    if (compact) event.currentTarget.reset()
    startTransition(() => router.push(`${action}?${new URLSearchParams({ q: wanted })}`))
  }
  return (
    <form
      action={action}
      role="search"
      aria-label={compact ? short : label}
      aria-busy={isPending}
      onSubmit={send}
      className="group relative w-full"
    >
      {/* For pointers and voices; by keys the box sends itself. */}
      <button
        type="submit"
        tabIndex={-1}
        aria-label={short}
        className={`absolute inset-y-0 left-0 grid cursor-pointer place-items-center text-content-faint group-aria-busy:animate-pulse hover:text-content motion-reduce:animate-none ${compact ? 'w-11' : 'w-12'}`}
      >
        {icon}
      </button>
      <input
        ref={ref}
        type="search"
        name="q"
        maxLength={200}
        defaultValue={term}
        autoComplete="off"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        onFocus={(event) => setInput(event.currentTarget)}
        className={`peer w-full rounded-key border border-line-strong bg-surface-1 pr-3 ${compact ? 'pl-11' : 'pl-12'} placeholder:text-content-faint ${compact ? 'h-10 text-sm' : 'h-14 text-base shadow-card'}`}
      />
      <kbd
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 hidden size-6 -translate-y-1/2 place-items-center rounded-sm border border-line font-mono text-xs text-content-faint peer-focus:hidden peer-[:not(:placeholder-shown)]:hidden lg:pointer-fine:grid"
      >
        /
      </kbd>
      {input && (
        <Suspense fallback={null}>
          <Suggest input={input} action={action} locale={locale} words={words} />
        </Suspense>
      )}
    </form>
  )
}
