import type { FormState } from '#lib/auth/form.ts'
import { Notice } from '#components/ui/notice.tsx'
import type { FormWords } from './words.ts'

type Props = { state: FormState; words: FormWords; locale: string; email: string }

/** What came of sending the form: that it failed and why, or that a code is on its way. */
export function FormNotice({ state, words, locale, email }: Props) {
  const { failure, wait, codeSent } = state
  return (
    <div aria-live="polite" className="empty:hidden">
      {failure && !isHint(failure) && (
        <Notice tone="danger" title={words.failed}>
          {words.loginFailed} {reason(words, failure, wait, locale)}
        </Notice>
      )}
      {failure && isHint(failure) && (
        <Notice tone="info">{reason(words, failure, wait, locale)}</Notice>
      )}
      {codeSent !== null && (
        <Notice tone="success">
          {state.needsCode
            ? words.codeSentToAccount
            : words.codeSent.replace('{email}', state.values.email ?? email)}
        </Notice>
      )}
    </div>
  )
}

type Failure = NonNullable<FormState['failure']>

/** What is not at fault, but has to be done next. */
const isHint = (failure: Failure) => failure === 'code_needed' || failure === 'use_last_code'

function reason(words: FormWords, failure: Failure, wait: number | null, locale: string): string {
  if (failure !== 'too_many' || wait === null) return words.failures[failure]
  const when = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
  const said = wait < 90 ? when.format(wait, 'second') : when.format(Math.ceil(wait / 60), 'minute')
  return words.wait.replace('{when}', said)
}
