'use client'

import { usePathname, useRouter } from 'next/navigation'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { isPlainClick } from '#lib/browser/is-plain-click.ts'
import { useDismiss } from '#lib/browser/use-dismiss-client.ts'
import { barePath } from './place.ts'

type Language = { locale: string; lang: string; name: string; prefix: string }
type Props = {
  label: string
  current: string
  languages: Language[]
  icon: ReactNode
  up?: boolean
}

/** The switch used last: its counterpart on the page in the other language takes the focus. */
let used: 'up' | 'down' | undefined
function setUsed(value: typeof used) {
  used = value
}

/**
 * Links to the page in the other languages; they work without JavaScript. With it, query and fragment
 * are kept and the choice is stored (`LANGUAGE_SCRIPT`); once the framework runs, the scroll position is
 * kept too.
 */
export function LanguageSwitch({ label, current, languages, icon, up = false }: Props) {
  const place = barePath(usePathname())
  const router = useRouter()
  const menu = useRef<HTMLDetailsElement>(null)
  useDismiss(menu)
  const own = up ? 'up' : 'down'
  useEffect(() => {
    if (used !== own) return
    setUsed(undefined)
    menu.current?.querySelector('summary')?.focus({ preventScroll: true })
  }, [own])
  function choose(event: MouseEvent<HTMLAnchorElement>) {
    if (!isPlainClick(event)) return
    event.preventDefault()
    menu.current?.removeAttribute('open')
    setUsed(own)
    router.push(event.currentTarget.href, { scroll: false })
  }
  return (
    <details ref={menu} className="group relative">
      <summary
        aria-label={label}
        className="flex size-10 cursor-pointer list-none items-center justify-center rounded-key text-content-muted transition hover:bg-surface-2 hover:text-content [&::-webkit-details-marker]:hidden"
      >
        {icon}
      </summary>
      <ul
        className={`absolute end-0 z-40 w-44 rounded-card border border-line bg-surface-1 p-1 shadow-raised ${up ? 'bottom-full mb-2' : 'top-full mt-2'}`}
      >
        {languages.map(({ locale, lang, name, prefix }) => (
          <li key={locale}>
            <a
              href={`${prefix}${place}`}
              hrefLang={lang}
              data-locale={locale}
              lang={lang}
              aria-current={locale === current ? 'true' : undefined}
              onClick={choose}
              className="block rounded-key px-3 py-2 text-sm hover:bg-surface-2 aria-[current]:font-semibold"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
