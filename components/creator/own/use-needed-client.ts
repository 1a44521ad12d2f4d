import { useLocale } from 'next-intl'
import { useState } from 'react'
import type { Kind } from '#lib/contract/kind.ts'
import { fetchCall } from '#lib/creator/fetch-call.ts'
import { neededBy } from '#lib/creator/needed-by.ts'

type Needed = ReturnType<typeof neededBy>

/** Which projects need one's own, once `ask` is called; `null` before, and if none does. */
export function useNeeded({ kind, id }: { kind: Kind; id: string }) {
  const locale = useLocale()
  const [needed, setNeeded] = useState<Needed>(null)
  async function ask() {
    const answer = await fetchCall('needs', { kind, id })
    if (answer.ok) setNeeded(neededBy(answer.data, locale))
  }
  return { needed, ask }
}
