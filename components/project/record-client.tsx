'use client'

import { useEffect } from 'react'
import { recordEvent } from '#lib/browser/record-event.ts'
import type { RecordRequest } from '#lib/contract/statistic.ts'

/** Counts a view of the page. */
export function RecordView({ kind, id }: Omit<RecordRequest, 'event'>) {
  useEffect(() => {
    recordEvent(JSON.stringify({ kind, id, event: 'view' } satisfies RecordRequest))
  }, [kind, id])
  return null
}
