import { capitalise } from '#lib/browser/capitalise.ts'
import { Notice } from '#components/ui/notice.tsx'
import { type AccountOutcome, formId, type FormResult } from '#lib/account/account-outcome.ts'
import { useAccountMessages } from './use-messages.ts'

type Props = {
  /** Fragment of a redirect to the result. */
  id?: string
  outcome: AccountOutcome | null
  /** The server's message, shown for reasons without a label. */
  serverMessage?: string
  /** Message of success. */
  done: string
}

const SUCCESSES: readonly AccountOutcome[] = ['done', 'code_sent']

/** Result of a form as a whole. The regions exist before they are filled. */
export function OutcomeNotice({ id, outcome, serverMessage = '', done }: Props) {
  const t = useAccountMessages('account.outcome')
  const isSuccess = outcome !== null && SUCCESSES.includes(outcome)
  const isServers = outcome === 'refused' && serverMessage !== ''
  const notice = outcome && (
    <Notice tone={isSuccess ? 'success' : 'danger'}>
      {outcome === 'done' ? done : isServers ? capitalise(serverMessage) : t(outcome)}
    </Notice>
  )
  return (
    <div id={id} tabIndex={-1} className={outcome ? undefined : 'absolute'}>
      <div role="alert">{!isSuccess && notice}</div>
      <div role="status">{isSuccess && notice}</div>
    </div>
  )
}

type ResultProps = { form: FormResult['form']; result: FormResult | null; done: string }

/** Result of a form that was posted without scripts, if it was `form`. */
export function ResultNotice({ form, result, done }: ResultProps) {
  if (result?.form !== form) return null
  return <OutcomeNotice id={formId(form, 'result')} outcome={result.outcome} done={done} />
}
