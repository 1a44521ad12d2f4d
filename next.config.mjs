import path from 'node:path'
import createNextIntlPlugin from 'next-intl/plugin'

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  // The server around Next compresses responses (server/).
  compress: false,
  // `npm run verify` checks the types of the whole project.
  typescript: { ignoreBuildErrors: true },
  // Pages rendered at run time stay in memory: requests for variants must not fill the disk.
  cacheHandler: path.resolve('lib/cache/handler.ts'),
  // The cache handler has its own limit.
  cacheMaxMemorySize: 0,
  // A native module, which cannot be bundled.
  serverExternalPackages: ['@takumi-rs/core'],
  // The middleware removes slashes at the end, so that an address is redirected once rather than twice. Below,
  // those of files and calls, which it does not see.
  skipTrailingSlashRedirect: true,
  // Some browsers and feed readers ask for these without following the link of the page.
  redirects: async () => [
    { source: '/:file((?:[^/]+/)*[^/]+\\.\\w+)/', destination: '/:file', permanent: true },
    { source: '/api/:path+/', destination: '/api/:path+', permanent: true },
    {
      source: '/apple-touch-icon:variant(-precomposed|-\\d+x\\d+|-\\d+x\\d+-precomposed)?.png',
      destination: '/apple-icon.png',
      permanent: true,
    },
  ],
  experimental: { isrFlushToDisk: false, globalNotFound: true },
}

export default createNextIntlPlugin('./lib/i18n/request.ts')(config)
