import { notFound } from 'next/navigation'

export function generateStaticParams() {
  return []
}

/** Fallback for unknown addresses, in the language of the address. */
export default function Page() {
  notFound()
}
