'use client'

import type { MouseEvent } from 'react'

type Props = { href: string; label: string }

/** The screens of signing in; they know the way back already. */
const SCREENS =
  /^(?:\/[a-z-]{2,5})?\/(?:login|register|resetpwd|(?:google|github|discord)-callback)$/

/**
 * Leads to signing in, and from there back to the page with its fragment. Without scripts the
 * middleware takes the way back from where the visitor comes from (lib/auth/guard.ts).
 */
export function SignInLink({ href, label }: Props) {
  function rememberPlace({ currentTarget }: MouseEvent<HTMLAnchorElement>) {
    const { pathname, search, hash } = location
    const place = SCREENS.test(pathname)
      ? new URLSearchParams(search).get('redirect')
      : pathname + search + hash
    currentTarget.href = place ? `${href}?${new URLSearchParams({ redirect: place })}` : href
  }
  return (
    <a
      href={href}
      onClick={rememberPlace}
      className="signed-out ml-1 flex h-9 items-center gap-2 rounded-key border border-line-strong px-3 text-sm font-medium whitespace-nowrap hover:bg-surface-2"
    >
      {label}
    </a>
  )
}
