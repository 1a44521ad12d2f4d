import { notFound } from 'next/navigation'

export function generateStaticParams() {
  return []
}

/** Whatever no other route answers, in the language of the address. */
export default function Page() {
  notFound()
}
