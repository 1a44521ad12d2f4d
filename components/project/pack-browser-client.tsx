'use client'

import {
  type ChangeEvent,
  lazy,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react'
import { showMessage } from '#components/ui/message-store.ts'
import { buttonClass } from '#components/ui/button.tsx'
import { copyText } from '#components/ui/copy-button-client.tsx'
import type { TileWords } from './icon-tile.tsx'

/* The grid of all icons, and what reads their list, come when somebody asks for more than is shown. */
const AllIcons = lazy(() => import('./all-icons-client.tsx').catch(() => ({ default: Failed })))

export type BrowserWords = TileWords & {
  filter: string
  none: string
  all: string
  copied: string
  copyFailed: string
  failed: string
}
type Props = {
  id: string
  /** How many icons there are, and how many of them `children` holds. */
  total: number
  shown: number
  words: BrowserWords
  children: ReactNode
}

/** The first icons as they came with the page; filtered, or all of them, when somebody asks. */
export function PackBrowser({ id, total, shown, words, children }: Props) {
  const [query, setQuery] = useState('')
  /** Whether all are wanted, and which of them the address names. */
  const [whole, setWhole] = useState<{ marked: string | null } | null>(null)
  useEffect(() => {
    const named = /^#icon-([a-z0-9-]+)$/.exec(location.hash)?.[1]
    if (!named || document.getElementById(`icon-${named}`)) return
    // oxlint-disable-next-line react/set-state-in-effect -- only the browser knows what is marked
    setWhole({ marked: named })
  }, [])
  function copy(event: MouseEvent<HTMLDivElement>) {
    const button = event.target instanceof Element ? event.target.closest('[data-copy]') : null
    const name = button?.getAttribute('data-copy')
    if (name) void copyText(name, words.copied, words.copyFailed)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the buttons inside are real ones; 120 listeners are not needed
    <div onClick={copy}>
      <input
        type="search"
        value={query}
        onChange={(event: ChangeEvent<HTMLInputElement>) => setQuery(event.target.value)}
        aria-label={words.filter}
        placeholder={words.filter}
        className="needs-script mb-4 h-10 w-full rounded-key border border-line-strong bg-surface-1 px-3 text-sm placeholder:text-content-faint sm:w-72"
      />
      {query === '' && !whole ? (
        children
      ) : (
        <Suspense fallback={children}>
          <AllIcons
            id={id}
            query={query}
            marked={whole?.marked ?? null}
            words={words}
            onFailure={() => {
              showMessage({ message: words.failed, color: 'danger' })
              setQuery('')
              setWhole(null)
            }}
          />
        </Suspense>
      )}
      {total > shown && query === '' && !whole && (
        <button
          type="button"
          onClick={() => setWhole({ marked: null })}
          className={`${buttonClass({ variant: 'secondary' })} needs-script mt-4 cursor-pointer`}
        >
          {words.all}
        </button>
      )}
    </div>
  )
}

function Failed({ onFailure }: { onFailure: () => void }) {
  // oxlint-disable-next-line react/exhaustive-deps -- said once
  useEffect(onFailure, [])
  return null
}
