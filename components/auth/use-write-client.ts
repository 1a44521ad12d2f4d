'use client'

import { useState } from 'react'
import { write, type Written } from '#lib/api/client.ts'
import { leaveFor } from './session-store-client.ts'

/**
 * Writes through `/api/v1`. Where the session is over, signing in takes the place of the page in the
 * history, and the server's message is shown there (section 4).
 */
export function useWrite(login: string) {
  const [isPending, setPending] = useState(false)
  async function send(wish: Parameters<typeof write>[0]): Promise<Written> {
    setPending(true)
    const written = await write(wish)
    setPending(false)
    if (!written.ok && written.code === 401) leaveFor(login, written)
    return written
  }
  return { send, isPending }
}
