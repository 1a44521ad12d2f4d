'use client'

import { usePathname, useSelectedLayoutSegments } from 'next/navigation'
import type { ReactNode } from 'react'
import { barePath } from './place.ts'
import { paths } from '#lib/paths.ts'

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

/**
 * Its children on every page except home, which has a search box of its own; on the server too. By the rendered page and
 * not by its address, which may be answered by a status page.
 */
export function ExceptAtHome({ children }: { children: ReactNode }) {
  const segments = useSelectedLayoutSegments().filter((segment) => !segment.startsWith('('))
  return `/${segments.join('/')}` === paths.home ? null : children
}
