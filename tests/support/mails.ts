import type { Locale } from '#lib/contract/locale.ts'
import {
  codeMessage,
  formerPackagesMessage,
  moderationMessage,
  noticeMessage,
  releaseMessage,
  repositoryMessage,
  transferMessage,
} from '#backend/mail/messages.ts'
import type { ComposedMail } from '#backend/mail/sender.ts'

/** The site that the messages below are from. */
export const SITE = {
  name: 'Keystrip',
  url: 'https://icons.example',
  supportEmail: 'help@icons.example',
}

/** Every message to a person, by its name, in a language. */
export function everyMail(locale: Locale, site = SITE): Record<string, ComposedMail> {
  const frame = { to: 'ada@example.com', locale, site }
  const agent = { browser: 'Firefox', system: 'Linux' }
  const at = new Date('2026-06-01T12:00:00Z')
  const project = { kind: 'icon', id: 'orchard-1', title: 'Orchard 果樹園' } as const
  const plugin = { id: 'plums-1', title: 'Plums {site}' }
  const code = { code: '123456', minutes: 10 }
  const reason = 'Drawn by <b>another</b> person.\nSee https://other.example/orchard'
  const decided = { ...frame, ...project, reason, isVersion: false }
  const owner = { ...frame, ...plugin, other: 'octo-ada' }
  return {
    enter: codeMessage({ ...frame, ...code, purpose: 'enter' }),
    reset: codeMessage({ ...frame, ...code, purpose: 'reset' }),
    logIn: codeMessage({ ...frame, ...code, purpose: 'log_in' }),
    confirm: codeMessage({ ...frame, ...code, purpose: 'confirm' }),
    noAccount: codeMessage({ ...frame, ...code, purpose: 'reset', code: null }),
    signedIn: noticeMessage({ ...frame, event: 'signed_in', agent, at }),
    passwordChanged: noticeMessage({ ...frame, event: 'password_changed', agent, at }),
    tokenCreated: noticeMessage({ ...frame, event: 'token_created', agent, at }),
    publisherAdded: noticeMessage({ ...frame, event: 'publisher_added', agent, at }),
    accountDeleted: noticeMessage({ ...frame, event: 'account_deleted', agent, at }),
    formerPackages: formerPackagesMessage({ ...frame, plugins: [plugin], days: 30 }),
    replaced: repositoryMessage({ ...frame, ...plugin, status: 'replaced' }),
    transferred: repositoryMessage({ ...frame, ...plugin, status: 'transferred' }),
    given: transferMessage({ ...owner, role: 'given' }),
    received: transferMessage({ ...owner, role: 'received' }),
    hidden: moderationMessage({ ...decided, action: 'hide' }),
    restored: moderationMessage({ ...decided, action: 'restore' }),
    deleted: moderationMessage({ ...decided, action: 'delete' }),
    held: moderationMessage({ ...decided, action: 'hold' }),
    released: moderationMessage({ ...decided, action: 'release' }),
    refused: moderationMessage({ ...decided, action: 'refuse' }),
    versionRefused: moderationMessage({ ...decided, action: 'refuse', isVersion: true }),
    releaseRefused: releaseMessage({ ...frame, ...plugin, tag: 'v1.2.0' }),
    latestRefused: releaseMessage({ ...frame, ...plugin, tag: null }),
  }
}
