import type { FormState } from '#lib/auth/form.ts'
import { capitalise } from '#components/ui/message-store.ts'
import { Notice } from '#components/ui/notice.tsx'
import type { FormWords } from './words.ts'

type Props = {
  state: FormState
  words: FormWords
  locale: string
  /** Whether what was typed into another form stands here already. */
  isBegun: boolean
}

/** What came of sending the form: that it failed and why, or that a code is on its way. */
export function FormNotice({ state, words, locale, isBegun }: Props) {
  const { failure, codeSent } = state
  const isUntouched =
    failure === null && codeSent === null && Object.keys(state.faults).length === 0
  return (
    <div aria-live="polite" className="empty:hidden">
      {isBegun && isUntouched && <Notice tone="info">{words.begun}</Notice>}
      {failure && !isHint(failure) && (
        <Notice tone="danger" title={words.failed}>
          {words.loginFailed} {reason(words, state, failure, locale)}
        </Notice>
      )}
      {failure && isHint(failure) && (
        <Notice tone="info">{reason(words, state, failure, locale)}</Notice>
      )}
      {codeSent !== null && (
        <Notice tone="success">
          {state.needsCode
            ? words.codeSentToAccount
            : words.codeSent.replace('{email}', codeSent.to)}
        </Notice>
      )}
    </div>
  )
}

type Failure = NonNullable<FormState['failure']>

/** What is not at fault, but has to be done next. */
const isHint = (failure: Failure) => failure === 'code_needed' || failure === 'use_last_code'

function reason(words: FormWords, state: FormState, failure: Failure, locale: string): string {
  const { wait } = state
  if (failure === 'refused' && state.said) return capitalise(state.said)
  if (failure !== 'too_many' || wait === null) return words.failures[failure]
  const when = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
  const said = wait < 90 ? when.format(wait, 'second') : when.format(Math.ceil(wait / 60), 'minute')
  return words.wait.replace('{when}', said)
}
