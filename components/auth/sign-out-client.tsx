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
import { currentSession } from './session-store-client.ts'

export type DraftsWords = Record<'title' | 'text' | 'keep' | 'remove' | 'stay', string>
type Props = { label: string; icon: ReactNode; home: string; words: DraftsWords }

export type Choice = 'keep' | 'remove' | 'stay'

/* Comes when there is something to ask about; without it drafts are kept for their account. */
const DraftsDialog = lazy(() =>
  import('./drafts-dialog-client.tsx').catch(() => ({ default: Keep })),
)

/**
 * Signs out by a plain form, so that it works without scripts too. Where the browser keeps drafts of
 * the account it is asked first what becomes of them: others may use this browser.
 */
export function SignOutForm({ label, icon, home, words }: Props) {
  const frame = useRef<HTMLFormElement>(null)
  const [uid, setUid] = useState<string | null>(null)

  function ask(event: SyntheticEvent) {
    const account = currentSession().author?.uid
    if (account === undefined || countDrafts(account) === 0) return
    event.preventDefault()
    setUid(account)
  }
  function choose(choice: Choice) {
    if (choice === 'remove' && uid !== null) removeDrafts(uid)
    setUid(null)
    // Without another `submit` event: it has been asked.
    if (choice !== 'stay') frame.current?.submit()
  }
  return (
    <form ref={frame} method="post" action="/api/session/end" onSubmit={ask}>
      <input type="hidden" name="to" value={home} />
      <button
        type="submit"
        className="flex w-full cursor-pointer items-center gap-3 rounded-key px-3 py-2 text-left text-sm hover:bg-surface-2"
      >
        {icon}
        {label}
      </button>
      {uid !== null && (
        <Suspense fallback={null}>
          <DraftsDialog words={words} onChoose={choose} />
        </Suspense>
      )}
    </form>
  )
}

function Keep({ onChoose }: { onChoose: (choice: Choice) => void }) {
  useEffect(() => onChoose('keep'), [onChoose])
  return null
}
