'use client'

import { usePathname, useRouter } from 'next/navigation'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { placeOf } from './place.ts'

type Language = { locale: string; lang: string; name: string; prefix: string }
type Props = {
  label: string
  current: string
  languages: Language[]
  icon: ReactNode
  up?: boolean
}

const YEAR_S = 365 * 24 * 3600
/** Which switch was used last: the page in the other language has a new one, which takes the focus. */
let used: 'up' | 'down' | undefined
function setUsed(value: typeof used) {
  used = value
}

/**
 * The same page in the other languages: plain links, so that it works without JavaScript. With it
 * query, fragment and scroll position stay, and the choice is remembered by a cookie that nothing
 * else sets.
 */
export function LanguageSwitch({ label, current, languages, icon, up = false }: Props) {
  const place = placeOf(usePathname())
  const router = useRouter()
  const summary = useRef<HTMLElement>(null)
  const own = up ? 'up' : 'down'
  useEffect(() => {
    if (used !== own) return
    setUsed(undefined)
    summary.current?.focus({ preventScroll: true })
  }, [own])
  function choose(event: MouseEvent<HTMLAnchorElement>, locale: string) {
    document.cookie = `locale=${locale}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`
    const link = event.currentTarget
    link.search = location.search
    link.hash = location.hash
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    link.closest('details')?.removeAttribute('open')
    setUsed(own)
    router.push(link.href, { scroll: false })
  }
  return (
    <details className="group relative">
      <summary
        ref={summary}
        aria-label={label}
        className="flex size-10 cursor-pointer list-none items-center justify-center rounded-key text-content-muted transition hover:bg-surface-2 hover:text-content [&::-webkit-details-marker]:hidden"
      >
        {icon}
      </summary>
      <ul
        className={`absolute right-0 z-40 w-44 rounded-card border border-line bg-surface-1 p-1 shadow-raised ${up ? 'bottom-full mb-2' : 'top-full mt-2'}`}
      >
        {languages.map(({ locale, lang, name, prefix }) => (
          <li key={locale}>
            <a
              href={`${prefix}${place}`}
              hrefLang={lang}
              lang={lang}
              aria-current={locale === current ? 'true' : undefined}
              onClick={(event) => choose(event, locale)}
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
