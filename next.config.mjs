import createNextIntlPlugin from 'next-intl/plugin'

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  // Answers are compressed once, by the server around Next (server/).
  compress: false,
  reactStrictMode: true,
}

export default createNextIntlPlugin('./lib/i18n/request.ts')(config)
