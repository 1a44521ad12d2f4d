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
import { isPlainClick } from '#lib/browser/is-plain-click.ts'
import { useStore } from '#lib/browser/use-store.ts'
import type { SearchBoxLabels } from './search-box-client.tsx'
import { Options } from './options.tsx'
import { forgetRecent, recentStore, rememberTerm } from './recent-store.ts'
import { useSuggestions } from './use-suggestions-client.ts'

type Props = { input: HTMLInputElement; action: string; locale: string; labels: SearchBoxLabels }

/**
 * Suggestions below the search box: a combobox with a listbox (ARIA Authoring Practices), its keys
 * handled by @github/combobox-nav. Shows recent searches before typing.
 */
export default function Suggest({ input, action, locale, labels }: Props): ReactNode {
  const router = useRouter()
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const combobox = useRef<Combobox>(null)
  const [isWanted, setWanted] = useState(false)
  const [term, setTerm] = useState('')
  const recent = useStore(recentStore)
  const { items, status } = useSuggestions(isWanted ? term : '', locale)
  const isOpen = isWanted && (term !== '' || recent.length > 0)

  useEffect(() => {
    const { form } = input
    // A navigation may have changed the term.
    const show = () => {
      setTerm(input.value.trim())
      setWanted(true)
    }
    const leave = (event: FocusEvent) => {
      if (!(event.relatedTarget instanceof Node && form?.contains(event.relatedTarget)))
        setWanted(false)
    }
    const press = (event: KeyboardEvent) => {
      if (event.key === 'ArrowDown') show()
      if (event.key !== 'Escape' || panel.current?.hidden) return
      // Before the browser clears the box: the first Escape only closes the list.
      event.preventDefault()
      setWanted(false)
    }
    const send = () => {
      const sent = input.value.trim()
      if (sent) rememberTerm(sent)
      setTerm(sent)
      setWanted(false)
    }
    const controller = new AbortController()
    const { signal } = controller
    input.addEventListener('focus', show, { signal })
    input.addEventListener('click', show, { signal })
    input.addEventListener('input', show, { signal })
    input.addEventListener('keydown', press, { signal })
    form?.addEventListener('focusout', leave, { signal })
    form?.addEventListener('submit', send, { signal })
    // Loaded while the box has the focus; the visitor may have typed meanwhile.
    if (document.activeElement === input) show()
    return () => controller.abort()
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
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- new options start without a selection
  useLayoutEffect(() => combobox.current?.clearSelection(), [items])

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    if (!isPlainClick(event)) return
    event.preventDefault()
    const { href, search } = event.currentTarget
    const query = new URLSearchParams(search).get('q') ?? term
    if (query) rememberTerm(query)
    setWanted(false)
    input.blur()
    router.push(href)
  }

  return (
    <>
      <div
        ref={panel}
        hidden={!isOpen}
        className="absolute inset-x-0 top-full z-40 mt-2 overflow-hidden rounded-card border border-line-strong bg-surface-1 p-2 text-start shadow-raised"
      >
        {term === '' && (
          <p className="px-2 py-1 text-xs font-semibold text-content-muted">{labels.recent}</p>
        )}
        <div
          ref={list}
          id={`${id}list`}
          role="listbox"
          aria-label={term === '' ? labels.recent : labels.suggestions}
        >
          <Options
            id={id}
            action={action}
            term={term}
            items={items}
            recent={recent}
            all={labels.all}
            onFollow={follow}
          />
        </div>
        {term === '' && (
          <button
            type="button"
            onClick={() => {
              forgetRecent()
              input.focus()
            }}
            className="mt-1 w-full rounded-key px-2 py-1.5 text-start text-xs text-content-muted hover:bg-surface-2 hover:text-content"
          >
            {labels.erase}
          </button>
        )}
      </div>
      <p role="status" className="sr-only">
        {isOpen && term !== '' ? status : ''}
      </p>
    </>
  )
}
