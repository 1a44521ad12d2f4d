'use client'

import Combobox from '@github/combobox-nav'
import { useRouter } from 'next/navigation'
import {
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Words } from './search-box-client.tsx'
import { Options } from './options.tsx'
import { keepRecent, readRecent } from './recent-client.ts'
import { useSuggestions } from './use-suggestions-client.ts'

type Props = { input: HTMLInputElement; action: string; locale: string; words: Words }

/**
 * What a term leads to while it is typed, below the box: a combobox with a list (ARIA Authoring
 * Practices), whose keys are @github/combobox-nav's. Before anything is typed, what was looked for
 * the last times.
 */
export default function Suggest({ input, action, locale, words }: Props): ReactNode {
  const router = useRouter()
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const combobox = useRef<Combobox>(null)
  const [isWanted, setWanted] = useState(false)
  const [term, setTerm] = useState('')
  const [recent, setRecent] = useState(readRecent)
  const { items, status } = useSuggestions(isWanted ? term : '', locale)
  const isOpen = isWanted && (term !== '' || recent.length > 0)

  useEffect(() => {
    const { form } = input
    const show = () => setWanted(true)
    const type = () => {
      setTerm(input.value.trim())
      show()
    }
    const leave = (event: FocusEvent) => {
      if (!(event.relatedTarget instanceof Node && form?.contains(event.relatedTarget)))
        setWanted(false)
    }
    const press = (event: KeyboardEvent) => {
      if (event.key === 'ArrowDown') show()
      if (event.key !== 'Escape' || panel.current?.hidden) return
      // Before the browser empties the box: the first Escape only closes the list.
      event.preventDefault()
      setWanted(false)
    }
    const send = () => {
      const sent = input.value.trim()
      if (sent) setRecent(keepRecent(sent))
      setTerm(sent)
      setWanted(false)
    }
    const listening = new AbortController()
    const { signal } = listening
    input.addEventListener('focus', show, { signal })
    input.addEventListener('click', show, { signal })
    input.addEventListener('input', type, { signal })
    input.addEventListener('keydown', press, { signal })
    form?.addEventListener('focusout', leave, { signal })
    form?.addEventListener('submit', send, { signal })
    // This comes while the box has the focus, and somebody may have typed meanwhile.
    if (document.activeElement === input) type()
    return () => listening.abort()
  }, [input])

  useEffect(() => {
    if (!list.current) return undefined
    const made = new Combobox(input, list.current, { tabInsertsSuggestions: false })
    combobox.current = made
    return () => made.destroy()
  }, [input])
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    combobox.current?.start()
    return () => combobox.current?.stop()
  }, [isOpen])
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- of new options none is chosen
  useLayoutEffect(() => combobox.current?.clearSelection(), [items])

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const { href, search } = event.currentTarget
    const sought = new URLSearchParams(search).get('q') ?? term
    if (sought) setRecent(keepRecent(sought))
    setWanted(false)
    input.blur()
    router.push(href)
  }

  return (
    <>
      <div
        ref={panel}
        hidden={!isOpen}
        className="absolute inset-x-0 top-full z-40 mt-2 overflow-hidden rounded-card border border-line-strong bg-surface-1 p-2 text-left shadow-raised"
      >
        {term === '' && (
          <p className="px-2 py-1 text-xs font-semibold text-content-muted">{words.recent}</p>
        )}
        <div
          ref={list}
          id={`${id}list`}
          role="listbox"
          aria-label={term === '' ? words.recent : words.suggestions}
        >
          <Options
            id={id}
            action={action}
            term={term}
            items={items}
            recent={recent}
            all={words.all}
            onFollow={follow}
          />
        </div>
        {term === '' && (
          <button
            type="button"
            onClick={() => {
              setRecent(keepRecent(null))
              input.focus()
            }}
            className="mt-1 w-full rounded-key px-2 py-1.5 text-left text-xs text-content-muted hover:bg-surface-2 hover:text-content"
          >
            {words.erase}
          </button>
        )}
      </div>
      <p role="status" className="sr-only">
        {isOpen && term !== '' ? status : ''}
      </p>
    </>
  )
}
