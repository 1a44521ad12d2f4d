import { notFound } from 'next/navigation'

export const dynamic = 'force-dynamic'

/** Fallback for unknown addresses, in the language of the address. */
export default function Page() {
  notFound()
}
