'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { barePath } from './place.ts'

type Entry = { place: string; href: string; label: string; kind: string; icon: ReactNode }

/** Navigation between the kinds. Marks the current one, without JavaScript too. */
export function KindNav({ label, entries }: { label: string; entries: Entry[] }) {
  const place = barePath(usePathname())
  return (
    <nav aria-label={label} className="-mx-1 min-w-0 overflow-x-auto">
      <ul className="flex gap-1 px-1 py-1">
        {entries.map(({ place: own, href, label: name, kind, icon }) => {
          const isHere = place === own || place.startsWith(`${own}/`)
          return (
            <li key={kind} data-kind={kind}>
              <a
                href={href}
                aria-current={isHere ? (place === own ? 'page' : 'true') : undefined}
                className="flex h-9 items-center gap-2 rounded-key px-3 text-sm font-medium whitespace-nowrap text-content-muted transition hover:bg-surface-2 hover:text-content aria-[current]:bg-accent-soft aria-[current]:text-accent"
              >
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
