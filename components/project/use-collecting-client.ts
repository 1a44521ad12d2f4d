'use client'

import { useEffect, useState } from 'react'
import { type Collecting, collectKey } from '#lib/browser/collect-key.ts'
import { collectedStrip } from '#lib/browser/collected-strip.ts'
import { useStore } from '#lib/browser/use-store.ts'
import { fullName, iconOf } from './icon-matches.ts'

/** What collects icons of a pack. */
export type PackCollecting = Collecting & {
  /** Title of the pack. */
  title: string
  start: string
}

/**
 * Collects icons of a pack for a strip. While it is on, the button of each tile adds its icon in place of copying its name
 * (`copy`, its label otherwise). It is on from the start where a strip has been begun.
 */
export function useCollecting(pack: string, collecting: PackCollecting | undefined, copy: string) {
  const strip = useStore(collectedStrip)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isOn = collecting !== undefined && (chosen ?? strip.keys.length > 0)
  useEffect(() => {
    // The first tiles are the server's; the others are rendered with their labels.
    const label = isOn ? collecting.add : copy
    for (const tile of document.querySelectorAll<HTMLElement>('.icon-tiles:not(.all) > li')) {
      const name = fullName(iconOf(tile))
      tile.querySelector('button')?.setAttribute(
        'aria-label',
        label.replace('{name}', () => name),
      )
    }
  }, [isOn, collecting, copy])
  function add(tile: HTMLElement) {
    const { name: icon, label: typed } = iconOf(tile)
    const url = tile.querySelector('a')?.getAttribute('href')
    if (!collecting || !url) return
    const isMono = tile.querySelector('.icon-ground')?.getAttribute('data-tone') === 'mono'
    const key = { pack, title: collecting.title, icon, url, isMono, ...(typed && { typed }) }
    collectKey(tile, key, collecting)
  }
  return { isOn, add, toggle: () => setChosen(!isOn) }
}
