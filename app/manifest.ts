import type { MetadataRoute } from 'next'
import { env } from '#lib/env.ts'
import { documents, paths } from '#lib/paths.ts'

/** Rendered at run time: the operator's names are not known to the build. */
export const dynamic = 'force-dynamic'

const GROUND = '#131110'

/** Web app manifest, for installing the site on a home screen. */
export default function manifest(): MetadataRoute.Manifest {
  const { SITE_NAME } = env()
  const png = { type: 'image/png', purpose: 'any' } as const
  return {
    name: SITE_NAME,
    short_name: SITE_NAME,
    start_url: paths.root,
    display: 'standalone',
    background_color: GROUND,
    theme_color: GROUND,
    icons: [
      { src: documents.icon, sizes: 'any', type: 'image/svg+xml' },
      { ...png, src: documents.pngIcon('192'), sizes: '192x192' },
      { ...png, src: documents.pngIcon('512'), sizes: '512x512' },
      { ...png, src: documents.pngIcon('maskable-512'), sizes: '512x512', purpose: 'maskable' },
    ],
  }
}
