import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import type { Image } from '#lib/contract/project.ts'

type Props = {
  animation: NonNullable<Image['animation']>
  /** What the picture shows; may be empty. */
  alt: string
  /** The still picture. */
  children: ReactNode
}

/**
 * A picture that moves while its switch is on (WCAG 2.2, 2.2.2 and 2.3.1): nothing moves by itself, with or without
 * scripts. The animation is not loaded before, since a lazy image without a box is not.
 */
export async function MovingPicture({ animation, alt, children }: Props) {
  const t = await getTranslations('detail')
  return (
    <div className="moving">
      {children}
      <img src={animation.url} alt="" loading="lazy" decoding="async" className="frames" />
      <label className="moving-switch">
        <input
          type="checkbox"
          aria-label={alt === '' ? t('play') : t('playOf', { picture: alt })}
          // Otherwise some browsers restore it, and the picture would move by itself.
          autoComplete="off"
          className="sr-only"
        />
      </label>
    </div>
  )
}
