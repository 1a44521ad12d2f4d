import { capitalise } from '#lib/browser/capitalise.ts'
import { Notice } from '#components/ui/notice.tsx'
import type { AccountOutcome } from '#lib/auth/account-outcome.ts'

type Props = {
  /** Fragment of a redirect to the result. */
  id?: string
  outcome: AccountOutcome | null
  labels: Record<AccountOutcome, string>
  /** The server's message, shown for reasons without a label. */
  serverMessage?: string
  /** Message of success. */
  done: string
}

const SUCCESSES: readonly AccountOutcome[] = ['done', 'code_sent']

/** Result of a form as a whole. The regions exist before they are filled. */
export function OutcomeNotice({ id, outcome, serverMessage = '', labels, done }: Props) {
  const isSuccess = outcome !== null && SUCCESSES.includes(outcome)
  const notice = outcome && (
    <Notice tone={isSuccess ? 'success' : 'danger'}>
      {textOf(outcome, labels, done, serverMessage)}
    </Notice>
  )
  return (
    <div id={id} tabIndex={-1} className={outcome ? undefined : 'absolute'}>
      <div role="alert">{!isSuccess && notice}</div>
      <div role="status">{isSuccess && notice}</div>
    </div>
  )
}

function textOf(
  outcome: AccountOutcome,
  labels: Props['labels'],
  done: string,
  serverMessage: string,
) {
  if (outcome === 'done') return done
  return outcome === 'refused' && serverMessage ? capitalise(serverMessage) : labels[outcome]
}
