import { getMessages } from 'next-intl/server'
import { EMAIL_MAX } from '#lib/contract/account.ts'

/** Texts of the form, with `{email}`, `{seconds}`, `{when}` and `{fields}` as in the messages: public pages load no formatter. */
export async function formLabels() {
  const { auth, form } = await getMessages()
  const { begun, codeSent, codeSentToAccount, failed, failure, fault, field, getCode, help } = auth
  const { hide, loginFailed, passwordKept, pending, retry, retryIn, retryInMinutes, show, submit } =
    auth
  const texts = { begun, codeSent, codeSentToAccount, failed, failure, field, getCode, help, hide, loginFailed, passwordKept, pending, retry, retryIn, retryInMinutes, show } // prettier-ignore
  const max = String(EMAIL_MAX)
  return {
    ...texts,
    submit: { ...submit, both: submit.password },
    errors: {
      ...fault,
      email_long: fault.email_long.replace('{max}', max),
      account_long: fault.account_long.replace('{max}', max),
      wrong_credentials: failure.wrong_credentials,
    },
    allRequired: form.required,
    invalid: form.invalid,
  }
}
export type FormLabels = Awaited<ReturnType<typeof formLabels>>
