import { PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_SERVER } from 'next/constants.js'

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  // The server around Next compresses responses (server/).
  compress: false,
  // `npm run verify` checks the types of the whole project.
  typescript: { ignoreBuildErrors: true },
  // The server around Next keeps pages (server/page-cache.ts): the framework keeps none, in memory or on the disk.
  cacheMaxMemorySize: 0,
  // A native module, which cannot be bundled.
  serverExternalPackages: ['@takumi-rs/core'],
  // The middleware removes slashes at the end, so that an address is redirected once rather than twice. Below,
  // those of files and calls, which it does not see.
  skipTrailingSlashRedirect: true,
  // Metadata belongs into the head of every document: the page cache keeps it for all kinds of clients.
  htmlLimitedBots: /.*/,
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
  experimental: {
    isrFlushToDisk: false,
    globalNotFound: true,
    // The keys of the page cache depend on the headers of the client router (server/page-key.ts), not on the hash of them in `_rsc`.
    validateRSCRequestHeaders: false,
  },
}

/** @param {string} phase */
export default async function configure(phase) {
  // The build has resolved the messages and inlined the addresses. The plugin would load a compiler of 14 MB.
  if (phase === PHASE_PRODUCTION_SERVER) return config
  const { default: createNextIntlPlugin } = await import('next-intl/plugin')
  const { buildIslands } = await import('./scripts/build/islands.ts')
  const islands = await buildIslands()
  if (phase === PHASE_DEVELOPMENT_SERVER) await islands.write('.next/dev')
  return createNextIntlPlugin('./lib/i18n/request.ts')({
    ...config,
    env: {
      ISLANDS: islands.visitor,
      FIELDS_ISLAND: islands.fields,
      LISTS_ISLAND: islands.lists,
      STRIP_ISLAND: islands.strip,
      PRINT_STYLE: islands.print,
    },
    compiler: { runAfterProductionCompile: ({ distDir }) => islands.write(distDir) },
  })
}
