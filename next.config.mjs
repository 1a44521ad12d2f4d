import path from 'node:path'
import createNextIntlPlugin from 'next-intl/plugin'

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  // Answers are compressed once, by the server around Next (server/).
  compress: false,
  // Types are checked by `npm run verify`, with the whole project rather than the app alone.
  typescript: { ignoreBuildErrors: true },
  // Pages made at run time stay in memory, so that nobody fills the disk by asking for variants.
  cacheHandler: path.resolve('lib/cache/handler.ts'),
  // The handler has its own bound.
  cacheMaxMemorySize: 0,
  // A native module, which a bundler cannot take in.
  serverExternalPackages: ['@takumi-rs/core'],
  experimental: { isrFlushToDisk: false, globalNotFound: true },
  images: {
    // AVIF is a quarter smaller and takes four times as long, which the first visitor of a list waits for.
    formats: ['image/webp'],
    localPatterns: [{ pathname: '/api/v1/file/**', search: '' }],
    remotePatterns: [],
    deviceSizes: [420, 640, 828, 1200, 1920],
    imageSizes: [96, 192, 320],
    qualities: [75],
    minimumCacheTTL: 31 * 24 * 3600,
    maximumDiskCacheSize: 1024 * 1024 * 1024,
  },
}

export default createNextIntlPlugin('./lib/i18n/request.ts')(config)
