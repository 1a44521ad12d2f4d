'use client'

import {
  type ComponentProps,
  type ComponentType,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { readText, writeText } from '#lib/browser/storage.ts'
import { OFFERED_KEY, THEME_KEY } from '#lib/theme/theme.ts'
import type LightOffer from './light-offer-client.tsx'
import type { LightOfferLabels } from './light-offer-client.tsx'

type Props = { label: string; offer: LightOfferLabels } & Record<'sun' | 'moon', ReactNode>

/**
 * Switches between dark and light, which an inline script does (lib/theme/theme.ts). Both icons are
 * rendered; the theme shows one. Who prefers light and has chosen neither is offered it, once.
 */
export function ThemeSwitch({ label, offer, sun, moon }: Props) {
  const [Offer, setOffer] = useState<ComponentType<ComponentProps<typeof LightOffer>> | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Without storage, the offer would come again on every page.
    if (!isLightPreferred() || !writeText(OFFERED_KEY, '1')) return
    import('./light-offer-client.tsx').then(
      (loaded) => setOffer(() => loaded.default),
      () => undefined,
    )
  }, [])
  function close() {
    // The focus would be lost with the button that had it.
    if (document.activeElement?.closest('[data-offer]')) button.current?.focus()
    setOffer(null)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        data-theme-switch
        data-island
        onClick={() => setOffer(null)}
        className="needs-script size-10 cursor-pointer items-center justify-center rounded-key text-content-muted transition hover:bg-surface-2 hover:text-content"
      >
        <span className="in-dark">{sun}</span>
        <span className="in-light">{moon}</span>
      </button>
      {Offer && <Offer labels={offer} onClose={close} />}
    </>
  )
}

/**
 * Whether the device prefers light, and the visitor has neither chosen a theme nor had the offer. Forced
 * colours replace both themes.
 */
const isLightPreferred = () =>
  matchMedia('(prefers-color-scheme: light) and (forced-colors: none)').matches &&
  readText(THEME_KEY) === null &&
  readText(OFFERED_KEY) === null
