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
}

export default createNextIntlPlugin('./lib/i18n/request.ts')(config)
