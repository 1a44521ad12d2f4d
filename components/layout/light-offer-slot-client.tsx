'use client'

import { type ComponentProps, type ComponentType, useEffect, useState } from 'react'
import { readText, writeText } from '#lib/browser/storage.ts'
import { OFFERED_KEY, THEME_KEY } from '#lib/theme/theme.ts'
import type LightOffer from './light-offer-client.tsx'
import type { LightOfferLabels } from './light-offer-client.tsx'

/** `menu`: id of the menu that has the theme switch on phones. */
type Props = { labels: LightOfferLabels; menu: string }

/**
 * Offers the light theme, once, to who prefers light and has chosen neither theme. It follows the header in the order of
 * focus, and stands at the foot of the window.
 */
export function LightOfferSlot({ labels, menu }: Props) {
  const [Offer, setOffer] = useState<ComponentType<ComponentProps<typeof LightOffer>> | null>(null)
  useEffect(() => {
    // Without storage, the offer would come again on every page.
    if (!isLightPreferred() || !writeText(OFFERED_KEY, '1')) return
    import('./light-offer-client.tsx').then(
      (loaded) => setOffer(() => loaded.default),
      () => undefined,
    )
  }, [])
  useEffect(() => {
    if (!Offer) return undefined
    // Either switch answers the offer.
    const choose = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('[data-theme-switch]')) close()
    }
    document.addEventListener('click', choose)
    return () => document.removeEventListener('click', choose)
  })
  function close() {
    // The focus would be lost with the button that had it.
    if (document.activeElement?.closest('.light-offer')) {
      const places = `header [data-theme-switch], [popovertarget='${menu}']`
      const shown = [...document.querySelectorAll<HTMLElement>(places)].find((place) =>
        place.checkVisibility(),
      )
      shown?.focus()
    }
    setOffer(null)
  }
  return Offer && <Offer labels={labels} onClose={close} />
}

/**
 * Whether the device prefers light, and the visitor has neither chosen a theme nor had the offer. Forced
 * colours replace both themes, and a low window has no room for the offer.
 */
const isLightPreferred = () =>
  matchMedia('(prefers-color-scheme: light) and (forced-colors: none) and (min-height: 30rem)')
    .matches &&
  readText(THEME_KEY) === null &&
  readText(OFFERED_KEY) === null
