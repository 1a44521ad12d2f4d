import type { Metadata } from 'next'
import './globals.css'

export const metadata: Metadata = { title: 'Page Undefined', robots: { index: false } }

/** For addresses outside every language; the server around Next has a better page for visitors. */
export default function GlobalNotFound() {
  return (
    <html lang="en" data-theme="dark">
      <body className="grid min-h-dvh place-items-center bg-surface-0 p-8 text-center font-sans text-content">
        <main className="space-y-4">
          <h1 className="font-display text-xl font-bold">Page Not Found</h1>
          <p className="text-content-muted">
            The page you&apos;re looking for doesn&apos;t exist. Please check the URL.
          </p>
          <a href="/home/index" className="underline">
            Go home
          </a>
        </main>
      </body>
    </html>
  )
}
