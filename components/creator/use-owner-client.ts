'use client'

import { useEffect, useState } from 'react'
import { watchOwner } from '#lib/creator/owner-client.ts'

/** Whether the account of the page is still the one that is signed in, as far as the browser has heard. */
export function useOwner(uid: string): boolean {
  const [isOwner, setOwner] = useState(true)
  useEffect(() => watchOwner(uid, setOwner), [uid])
  return isOwner
}
