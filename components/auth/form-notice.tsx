import type { FormState } from '#lib/auth/form.ts'
import { capitalise } from '#lib/browser/capitalise.ts'
import { Notice } from '#components/ui/notice.tsx'
import type { FormLabels } from '#components/auth/enter/labels.ts'

type Props = {
  state: FormState
  labels: FormLabels
  locale: string
  /** Whether the form is filled with values of the sign-in form. */
  isPrefilled: boolean
}

/** Result of a submit: why it failed, or that a code was sent. */
export function FormNotice({ state, labels, locale, isPrefilled }: Props) {
  const { failure, codeSent } = state
  const isUntouched =
    failure === null && codeSent === null && Object.keys(state.fieldErrors).length === 0
  return (
    // The regions exist before they are filled: screen readers observe what is there.
    <div className="contents">
      <div role="alert" className="not-empty:mb-5">
        {failure && !isHint(failure) && (
          <Notice tone="danger" title={labels.failed}>
            {labels.loginFailed} {failureText(labels, state, failure, locale)}
          </Notice>
        )}
      </div>
      <div role="status" className="not-empty:mb-5">
        {isPrefilled && isUntouched && <Notice tone="info">{labels.begun}</Notice>}
        {failure && isHint(failure) && (
          <Notice tone="info">{failureText(labels, state, failure, locale)}</Notice>
        )}
        {codeSent !== null && (
          <Notice tone="success">
            {state.needsCode
              ? labels.codeSentToAccount
              : labels.codeSent.replace('{email}', codeSent.to)}
          </Notice>
        )}
      </div>
    </div>
  )
}

type Failure = NonNullable<FormState['failure']>

/** Failures that ask for another step instead of reporting an error. */
const isHint = (failure: Failure) => failure === 'code_needed' || failure === 'use_last_code'

function failureText(
  labels: FormLabels,
  state: FormState,
  failure: Failure,
  locale: string,
): string {
  const { wait } = state
  // Said beside the password.
  if (failure === 'wrong_credentials') return ''
  if (failure === 'refused' && state.message) return capitalise(state.message)
  if (failure !== 'too_many' || wait === null) return labels.failure[failure]
  const when = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
  const duration =
    wait < 90 ? when.format(wait, 'second') : when.format(Math.ceil(wait / 60), 'minute')
  return labels.failure.tooManyWait.replace('{when}', duration)
}
