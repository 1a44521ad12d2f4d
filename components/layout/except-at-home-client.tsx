'use client'

import { useSelectedLayoutSegments } from 'next/navigation'
import type { ReactNode } from 'react'
import { pages } from '#lib/paths.ts'

/**
 * Its children on every page except home, which has a search box of its own; on the server too. By the rendered page and
 * not by its address, which may be answered by a status page.
 */
export function ExceptAtHome({ children }: { children: ReactNode }) {
  const segments = useSelectedLayoutSegments().filter((segment) => !segment.startsWith('('))
  return `/${segments.join('/')}` === pages.home ? null : children
}
