'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { barePath } from './place.ts'

type Entry = { place: string; href: string; label: string; kind: string; icon: ReactNode }

/** Navigation between the kinds. Marks the current one, without JavaScript too. */
export function KindNav({ label, entries }: { label: string; entries: Entry[] }) {
  const place = barePath(usePathname())
  return (
    <nav aria-label={label}>
      <ul className="kind-tabs">
        {entries.map(({ place: own, href, label: name, kind, icon }) => {
          const isHere = place === own || place.startsWith(`${own}/`)
          return (
            <li key={kind} data-kind={kind}>
              <a href={href} aria-current={isHere ? (place === own ? 'page' : 'true') : undefined}>
                {icon}
                {name}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
