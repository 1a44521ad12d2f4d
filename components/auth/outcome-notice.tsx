import { Notice } from '#components/ui/notice.tsx'
import type { AccountOutcome } from '#lib/auth/account-outcome.ts'

type Props = {
  outcome: AccountOutcome | null
  words: Record<AccountOutcome, string>
  /** What is said of success. */
  done: string
}

const GOOD: readonly AccountOutcome[] = ['done', 'code_sent']

/** What came of a form as a whole. */
export function OutcomeNotice({ outcome, words, done }: Props) {
  return (
    <div aria-live="polite" className="empty:hidden">
      {outcome && (
        <Notice tone={GOOD.includes(outcome) ? 'success' : 'danger'}>
          {outcome === 'done' ? done : words[outcome]}
        </Notice>
      )}
    </div>
  )
}
