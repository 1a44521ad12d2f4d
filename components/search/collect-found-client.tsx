'use client'

import type { MouseEvent, ReactNode } from 'react'
import { type Collecting, collectKey } from '#lib/browser/collect-key.ts'
import { collectedStrip } from '#lib/browser/collected-strip.ts'
import { showMessage } from '#lib/browser/message-store.ts'
import { useStore } from '#lib/browser/use-store.ts'

type Props = { collecting: Collecting; children: ReactNode }

/**
 * Icons found, each with a button (`data-pack`, `data-icon`, `data-typed`, `data-url`, `data-title`) that adds it to the visitor's strip.
 * Where the licence of the pack refuses that, the button is disabled, and its title says why.
 */
export function CollectFound({ collecting, children }: Props) {
  // Subscribed, so that a strip that another tab changes is extended and not replaced.
  useStore(collectedStrip)
  function add({ target }: MouseEvent<HTMLDivElement>) {
    const button = target instanceof Element ? target.closest<HTMLElement>('.add-key') : null
    const tile = button?.parentElement
    if (!button || !tile) return
    if (button.ariaDisabled === 'true') {
      showMessage({ message: button.title, color: 'warning' })
      return
    }
    const { pack = '', icon = '', typed, url = '', title = '', mono } = button.dataset
    const key = { pack, icon, url, title, isMono: mono === 'true', ...(typed && { typed }) }
    collectKey(tile, key, collecting)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- one listener for all buttons
    <div onClick={add}>{children}</div>
  )
}
