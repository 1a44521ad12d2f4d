import type { MetadataRoute } from 'next'
import { env } from '#lib/env.ts'

/** The names are the operator's, known when the site runs and not when it is built. */
export const dynamic = 'force-dynamic'

const GROUND = '#131110'

/** The web app manifest: the site on a home screen. */
export default function manifest(): MetadataRoute.Manifest {
  const { SITE_NAME } = env()
  const png = { type: 'image/png', purpose: 'any' } as const
  return {
    name: SITE_NAME,
    short_name: SITE_NAME,
    start_url: '/',
    display: 'standalone',
    background_color: GROUND,
    theme_color: GROUND,
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { ...png, src: '/icons/192.png', sizes: '192x192' },
      { ...png, src: '/icons/512.png', sizes: '512x512' },
      { ...png, src: '/icons/maskable-512.png', sizes: '512x512', purpose: 'maskable' },
    ],
  }
}
