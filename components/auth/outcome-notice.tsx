import { capitalise } from '#components/ui/message-store.ts'
import { Notice } from '#components/ui/notice.tsx'
import type { AccountOutcome } from '#lib/auth/account-outcome.ts'

type Props = {
  outcome: AccountOutcome | null
  words: Record<AccountOutcome, string>
  /** What the server said, shown where there are no words for its reason. */
  said?: string
  /** What is said of success. */
  done: string
}

const GOOD: readonly AccountOutcome[] = ['done', 'code_sent']

/** What came of a form as a whole. */
export function OutcomeNotice({ outcome, said = '', words, done }: Props) {
  return (
    <div aria-live="polite" className="empty:hidden">
      {outcome && (
        <Notice tone={GOOD.includes(outcome) ? 'success' : 'danger'}>
          {textOf(outcome, words, done, said)}
        </Notice>
      )}
    </div>
  )
}

function textOf(outcome: AccountOutcome, words: Props['words'], done: string, said: string) {
  if (outcome === 'done') return done
  return outcome === 'refused' && said ? capitalise(said) : words[outcome]
}
