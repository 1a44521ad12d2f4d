'use client'

import { usePathname, useRouter } from 'next/navigation'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { isPlainClick } from '#lib/browser/is-plain-click.ts'
import { useDismiss } from '#lib/browser/use-dismiss-client.ts'
import { closeMenu } from './close-menu.ts'
import { barePath } from './place.ts'

type Language = { locale: string; lang: string; name: string; prefix: string }
type Props = {
  label: string
  current: string
  languages: Language[]
  /** Query of the page that was loaded, with its `?`. */
  query: string
  icon: ReactNode
}

/** Whether the page in this language was chosen by the switch: that of the new page then takes the focus. */
let wasUsed = false
function setUsed(value: boolean) {
  wasUsed = value
}

/**
 * Links to the page with its query in the other languages; they work without JavaScript. With it, the
 * fragment is kept too and the choice is stored (`LANGUAGE_SCRIPT`); once the framework runs, the scroll position is
 * kept too. In the menu of phones the languages are listed below the button.
 */
export function LanguageSwitch({ label, current, languages, query, icon }: Props) {
  const place = barePath(usePathname())
  const [loaded] = useState(place)
  const router = useRouter()
  const menu = useRef<HTMLDetailsElement>(null)
  useDismiss(menu)
  useEffect(() => {
    if (!wasUsed) return
    setUsed(false)
    focusSwitch(menu.current)
  }, [])
  function choose(event: MouseEvent<HTMLAnchorElement>) {
    if (!isPlainClick(event)) return
    event.preventDefault()
    menu.current?.removeAttribute('open')
    closeMenu(event.currentTarget)
    setUsed(true)
    router.push(event.currentTarget.href, { scroll: false })
  }
  return (
    <details ref={menu} className="md:relative">
      <summary aria-label={label} className="menu-entry">
        {icon}
        <span aria-hidden="true" className="menu-label">
          {label}
        </span>
      </summary>
      <ul className="menu-panel languages">
        {languages.map(({ locale, lang, name, prefix }) => (
          <li key={locale}>
            <a
              href={`${prefix}${place}${place === loaded ? query : ''}`}
              hrefLang={lang}
              data-locale={locale}
              lang={lang}
              aria-current={locale === current ? 'true' : undefined}
              onClick={choose}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Focuses the button of the switch, or on phones that of the closed menu around it. */
function focusSwitch(details: HTMLDetailsElement | null) {
  const summary = details?.querySelector('summary')
  const opener = document.querySelector<HTMLElement>(
    `[popovertarget='${details?.closest('[popover]')?.id}']`,
  )
  const shown = [summary, opener].find((button) => button?.checkVisibility())
  shown?.focus({ preventScroll: true })
}
