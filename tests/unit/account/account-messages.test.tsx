import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { accountMessages } from '#components/signed-in/account-messages.tsx'
import { AnswerForm } from '#components/creator/own/answer-form-client.tsx'
import { AuthorForm } from '#components/account/author-form-client.tsx'
import { DeleteAccount } from '#components/account/delete-account-client.tsx'
import { EmailForm } from '#components/account/email-form-client.tsx'
import { NameForm } from '#components/account/name-form-client.tsx'
import { PasswordForm } from '#components/account/password-form-client.tsx'
import { PublisherForm } from '#components/programs/publisher-form-client.tsx'
import { ReleaseForm } from '#components/programs/release-form-client.tsx'
import { TokenForm, NewToken } from '#components/programs/token-form-client.tsx'
import { StatusForm } from '#components/creator/own/status-form-client.tsx'

import messages from '#messages/en.json' with { type: 'json' }

vi.mock('next/navigation', () => ({ useRouter: () => ({}), redirect: () => undefined }))

const address = '/en/user'
const account = { proof: 'code', username: 'ada', returnTo: address, result: null } as const
const initial = {
  visibility: 'listed',
  isDeprecated: true,
  reason: '',
  successor: '',
  error: null,
  isSaved: false,
} as const
const project = { kind: 'icon', id: 'a' } as const
const FORMS: Record<string, ReactNode> = {
  answer: <AnswerForm kept={null} {...project} address={address} />,
  author: <AuthorForm displayName="" about="" links="" returnTo={address} result={null} />,
  delete: <DeleteAccount {...account} typedName="" />,
  email: <EmailForm kept={null} address={address} hasPassword hasEmail />,
  name: <NameForm username="ada" redirect="/" returnTo={address} result={null} />,
  password: <PasswordForm {...account} proof="password" />,
  publisher: <PublisherForm kept={null} address={address} projectId={null} issuers={[]} back="/" />,
  release: <ReleaseForm kept={null} address={address} projectId="a" hasSecret isDaily />,
  status: <StatusForm {...project} initial={initial} address={address} />,
  token: <TokenForm kept={null} address={address} projectId={null} back="/" header="" />,
  'token that is new': <NewToken secret="ks_pat_1" back="/" header="" />,
}

it.each(Object.keys(FORMS))('the browser gets every message of the form %s', (name) => {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider
      locale="en"
      timeZone="UTC"
      messages={accountMessages(messages)}
      onError={(error) => {
        throw error
      }}
    >
      {FORMS[name]}
    </NextIntlClientProvider>,
  )
  expect(html).toMatch(/<button/)
  expect(html).not.toMatch(/\b(?:account|auth|creator|detail|form|kind)\.\w/)
})
