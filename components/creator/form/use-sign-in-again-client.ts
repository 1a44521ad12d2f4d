'use client'

import { useLocale } from 'next-intl'
import { signInAgain } from '#lib/browser/sign-in-again.ts'
import type { Refused } from '#lib/creator/fetch-call.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'

export type RefusedSession = Pick<Refused, 'reason' | 'message'>

/** Answers a 401: opens the sign-in page, which leads back here. */
export function useSignInAgain() {
  const locale = useLocale()
  return (refusal: RefusedSession) => signInAgain(localePath(locale, paths.login()), refusal)
}
