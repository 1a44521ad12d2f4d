import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Strip } from '#components/ui/strip.tsx'
import { type HeroStrip, HeroStrips } from './hero-strips.tsx'

/**
 * Top of the home page: what the site is for, the search box, and the device with the keys of real projects. At most
 * 360 px high on phones and desktops.
 */
export async function Hero({
  app,
  strips,
  search,
  kinds,
}: {
  app: string
  strips: HeroStrip[]
  search: ReactNode
  /** Links to the lists, where there is room for them. */
  kinds: ReactNode
}) {
  const t = await getTranslations('home')
  return (
    <div className="pt-1 lg:pt-6">
      <div className="grid items-end gap-x-12 gap-y-5 lg:grid-cols-[minmax(0,1fr)_31rem]">
        <div>
          <h1 className="font-display text-xl font-bold text-balance sm:text-[3.25rem] sm:leading-[1.08]">
            {t('welcome', { app })}
          </h1>
          {/* As many lines in every language and in the fallback of the font: two, or one on wide screens. */}
          <p className="mt-2 max-w-md text-balance text-content-muted max-sm:text-sm sm:mt-3 min-[90rem]:max-w-none">
            {t('lead', { app })}
          </p>
        </div>
        <div>
          {search}
          <div className="mt-2.5 max-lg:hidden">{kinds}</div>
        </div>
      </div>
      <div className="mt-5 lg:mt-8">
        {strips.length > 0 ? (
          <HeroStrips strips={strips} />
        ) : (
          <Strip art="whole" className="w-full max-w-xl" />
        )}
      </div>
    </div>
  )
}
