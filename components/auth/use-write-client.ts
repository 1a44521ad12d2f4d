'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { showMessage } from '#components/ui/message-store.ts'
import { write, type Written } from '#lib/api/client.ts'
import { forget } from './session-store-client.ts'

/**
 * Writes through `/api/v1`. Where the session is over, the server's message is shown and signing in
 * takes the place of the page in the history (section 4).
 */
export function useWrite(login: string) {
  const router = useRouter()
  const [isPending, setPending] = useState(false)
  async function send(wish: Parameters<typeof write>[0]): Promise<Written> {
    setPending(true)
    const written = await write(wish)
    setPending(false)
    if (!written.ok && written.code === 401) {
      forget()
      showMessage({ message: written.message, color: 'danger' })
      const here = encodeURIComponent(location.pathname + location.search)
      router.replace(`${login}?redirect=${here}`)
    }
    return written
  }
  return { send, isPending }
}
