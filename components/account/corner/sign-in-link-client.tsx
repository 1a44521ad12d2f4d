'use client'

import type { MouseEvent } from 'react'

type Props = { href: string; label: string }

/** Sign-in pages: their address already has a return path. */
const SCREENS =
  /^(?:\/[a-z-]{2,5})?\/(?:login|register|resetpwd|(?:google|github|discord)-callback)$/

/**
 * Link to the sign-in page that returns to this page, with its fragment. Without scripts the
 * middleware takes the return path from the referrer (lib/sign-in/guard.ts).
 */
export function SignInLink({ href, label }: Props) {
  function addReturnPath({ currentTarget }: MouseEvent<HTMLAnchorElement>) {
    const { pathname, search, hash } = location
    const path = SCREENS.test(pathname)
      ? new URLSearchParams(search).get('redirect')
      : pathname + search + hash
    currentTarget.href = path ? `${href}?${new URLSearchParams({ redirect: path })}` : href
  }
  return (
    <a href={href} onClick={addReturnPath} className="signed-out header-sign-in">
      {label}
    </a>
  )
}
