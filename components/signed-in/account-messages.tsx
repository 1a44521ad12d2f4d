import {
  type Messages,
  type NamespaceKeys,
  type NestedKeyOf,
  NextIntlClientProvider,
} from 'next-intl'
import { getMessages } from 'next-intl/server'
import type { ReactNode } from 'react'

/** Messages of the account's forms: no other namespaces are sent to the browser. */
export const accountMessages = ({ account, auth, creator, detail, form, kind }: Messages) => {
  const { author, changeEmail, name, outcome, password, proof, remove } = account
  const { projectStatus, publishers, releases, tokens } = account
  const { field, getCode, help, hide, pending, retry, retryIn, retryInMinutes, show } = auth
  const { copied, copyFailed } = detail
  const { answer, answerHelp, empty, gone, send, sent, tooLong, tooMany } = creator.hidden
  return {
    account: { author, changeEmail, name, outcome, password, proof, remove, projectStatus, publishers, releases, tokens }, // prettier-ignore
    auth: { field, getCode, help, hide, pending, retry, retryIn, retryInMinutes, show },
    creator: { hidden: { answer, answerHelp, empty, gone, send, sent, tooLong, tooMany } },
    detail: { copied, copyFailed },
    form,
    kind,
  }
}
type Sent = ReturnType<typeof accountMessages>
export type AccountNamespace = NamespaceKeys<Sent, NestedKeyOf<Sent>>

/** Sends the messages of the account's forms to the browser; around the content of a page. */
export async function AccountMessages({ children }: { children: ReactNode }) {
  const messages = accountMessages(await getMessages())
  return <NextIntlClientProvider messages={messages}>{children}</NextIntlClientProvider>
}
