'use client'

import { useEffect, useState } from 'react'
import { announce } from '#lib/browser/announcement-store.ts'
import { collectedStrip, setStrip } from '#lib/browser/collected-strip.ts'
import { BUILT_KEYS_MAX } from '#lib/contract/file/built-keys.ts'
import { showMessage } from '#lib/browser/message-store.ts'
import { useStore } from '#lib/browser/use-store.ts'

/** What collects icons for a strip: the pack, the page of the strip, and texts. */
export type Collecting = {
  title: string
  href: string
  start: string
  /** “Add {name} to your strip”. */
  add: string
  /** “Your strip: {count} of 60”. */
  bar: string
}

/** Time for which an added tile is lit, in milliseconds. */
const LIT_MS = 600

/**
 * Collects icons of a pack for a strip. While it is on, the button of each tile adds its icon in place of copying its name
 * (`copy`, its label otherwise). It is on from the start where a strip has been begun.
 */
export function useCollecting(pack: string, collecting: Collecting | undefined, copy: string) {
  const strip = useStore(collectedStrip)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isOn = collecting !== undefined && (chosen ?? strip.keys.length > 0)
  useEffect(() => {
    // The first tiles are the server's; the others are rendered with their labels.
    const label = isOn ? collecting.add : copy
    for (const tile of document.querySelectorAll('.icon-tiles:not(.all) > li')) {
      const name = tile.id.slice('icon-'.length)
      tile.querySelector('button')?.setAttribute('aria-label', label.replace('{name}', name))
    }
  }, [isOn, collecting, copy])
  function add(tile: HTMLElement, icon: string) {
    const url = tile.querySelector('a')?.getAttribute('href')
    if (!collecting || !url) return
    const { keys } = strip
    const filled = (count: number) => collecting.bar.replace('{count}', String(count))
    if (keys.length >= BUILT_KEYS_MAX) {
      showMessage({ message: filled(BUILT_KEYS_MAX), color: 'warning' })
      return
    }
    const isMono = tile.querySelector('.icon-ground')?.getAttribute('data-tone') === 'mono'
    const { title, href, bar: text } = collecting
    setStrip({ keys: [...keys, { pack, title, icon, url, isMono, label: '' }], text, href })
    announce(filled(keys.length + 1))
    tile.dataset['lit'] = ''
    setTimeout(() => delete tile.dataset['lit'], LIT_MS)
  }
  return { isOn, add, toggle: () => setChosen(!isOn) }
}
