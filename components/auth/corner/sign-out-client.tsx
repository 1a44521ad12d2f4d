'use client'

import {
  lazy,
  type ReactNode,
  type SyntheticEvent,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { countDrafts, removeDrafts } from '#lib/creator/draft-store-client.ts'
import type { Choice, DraftsLabels } from './drafts-dialog-client.tsx'
import { endpoints } from '#lib/paths.ts'
import { sessionStore } from '#lib/browser/session-store.ts'

type Props = { label: string; icon: ReactNode; home: string; labels: DraftsLabels }

/* Loaded when there are drafts to ask about; if that fails, drafts are kept for their account. */
const DraftsDialog = lazy(() =>
  import('./drafts-dialog-client.tsx').catch(() => ({ default: Keep })),
)

/**
 * Signs out with a plain form, which works without scripts. If the browser stores drafts of the
 * account, asks first what to do with them, since others may use the browser.
 */
export function SignOutForm({ label, icon, home, labels }: Props) {
  const formRef = useRef<HTMLFormElement>(null)
  const [uid, setUid] = useState<string | null>(null)

  function ask(event: SyntheticEvent) {
    const account = sessionStore.get().author?.uid
    if (account === undefined || countDrafts(account) === 0) return
    event.preventDefault()
    setUid(account)
  }
  function choose(choice: Choice) {
    if (choice === 'remove' && uid !== null) removeDrafts(uid)
    setUid(null)
    // `submit()` fires no `submit` event, so this does not ask again.
    if (choice !== 'stay') formRef.current?.submit()
  }
  return (
    <form ref={formRef} method="post" action={endpoints.endSession} onSubmit={ask}>
      <input type="hidden" name="to" value={home} />
      {/* With scripts the next page shows a message. */}
      <noscript>
        <input type="hidden" name="confirm" value="1" />
      </noscript>
      <button
        type="submit"
        className="flex w-full cursor-pointer items-center gap-3 rounded-key px-3 py-2 text-start text-sm hover:bg-surface-2"
      >
        {icon}
        {label}
      </button>
      {uid !== null && (
        <Suspense fallback={null}>
          <DraftsDialog labels={labels} onChoose={choose} />
        </Suspense>
      )}
    </form>
  )
}

function Keep({ onChoose }: { onChoose: (choice: Choice) => void }) {
  useEffect(() => onChoose('keep'), [onChoose])
  return null
}
