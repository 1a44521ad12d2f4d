import type { Metadata } from 'next'
import { Strip } from '#components/ui/strip.tsx'
import { paths } from '#lib/paths.ts'
import './globals.css'

export const metadata: Metadata = { title: 'Page Undefined', robots: { index: false } }

/**
 * Fallback for addresses without a language; the server around Next sends visitors a better page.
 */
export default function GlobalNotFound() {
  return (
    <html lang="en" data-theme="dark">
      <body className="grid min-h-dvh place-items-center bg-surface-0 p-8 text-center font-sans text-content">
        <main className="space-y-4">
          <Strip art="missing" className="mx-auto w-80 max-w-full" />
          <h1 className="font-display text-xl font-bold">Page Not Found</h1>
          <p className="text-content-muted">
            The page you&apos;re looking for doesn&apos;t exist. Please check the URL.
          </p>
          <a href={paths.home} className="underline">
            Go home
          </a>
        </main>
      </body>
    </html>
  )
}
