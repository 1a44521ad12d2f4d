import type { Kind } from '#lib/contract/kind.ts'
import type { Locale } from '#lib/contract/locale.ts'
import type { OperatorAction } from '#lib/contract/operator.ts'
import type { RepositoryStatus } from '#lib/contract/project.ts'
import { type Path, paths } from '#lib/paths.ts'
import { addressIn, type SenderSite } from './address.ts'
import { composeMessage, fill, type MailPart } from './compose.ts'
import type { ComposedMail } from './sender.ts'
import { type CodePurpose, type MailLink, mailTexts } from './texts.ts'

/** Who reads the message, in which language, and the site that signs it. */
export type Frame = { to: string; locale: Locale; site: SenderSite }
type ProjectRef = { kind: Kind; id: string }

const pluginOf = (id: string): ProjectRef => ({ kind: 'plugin', id })

/** What the functions below write a message with, in the language of its reader. */
export function writer(frame: Frame, values: Record<string, string>) {
  const { locale, site } = frame
  const write = (text: string) => fill(text, { site: site.name, ...values })
  return {
    texts: mailTexts(locale),
    link: (name: MailLink, path: Path) => ({
      label: mailTexts(locale).link[name],
      url: addressIn(site, locale, path),
    }),
    /** @param parts texts may have placeholders. */
    message: (subject: string, parts: MailPart[]): ComposedMail =>
      composeMessage({
        ...frame,
        subject: write(subject),
        parts: parts.map((part) => (typeof part === 'string' ? write(part) : part)),
      }),
  }
}

type Code = {
  purpose: CodePurpose
  /** `null`: no account has this address, so there is no password to reset. */
  code: string | null
  /** Validity of the code. */
  minutes: number
}

/** Where a code is entered, or what to do if it was not asked for. */
const LINK_OF_CODE: Record<CodePurpose, [MailLink, Path]> = {
  enter: ['signIn', paths.login({ by: 'code' })],
  reset: ['password', paths.resetPassword()],
  log_in: ['password', paths.resetPassword()],
  confirm: ['account', paths.account()],
  email: ['account', paths.account()],
}

/** The message with a code, in the language of its reader. */
export function codeMessage({ purpose, code, minutes, ...frame }: Frame & Code): ComposedMail {
  const { texts, link, message } = writer(frame, { code: code ?? '', minutes: String(minutes) })
  if (code === null) {
    const { subject, lead, ignore } = texts.noAccount
    return message(subject, [lead, link('signIn', paths.login()), ignore])
  }
  const { subject, lead, validity, ignore } = texts.code[purpose]
  return message(subject, [lead, { code }, validity, ignore, link(...LINK_OF_CODE[purpose])])
}

/** The message that shows an administrator that mail arrives. */
export function testMessage(frame: Frame): ComposedMail {
  const { texts, message } = writer(frame, {})
  return message(texts.test.subject, [texts.test.what])
}

/** What a notice is about; `messages/*.json` has its texts. */
export type NoticeEvent =
  | 'signed_in'
  | 'password_changed'
  | 'token_created'
  | 'publisher_added'
  | 'account_deleted'
  | 'email_changed'

/** Pages on which an owner undoes what another person has done. */
const LINKS_OF_NOTICE: Record<NoticeEvent, [MailLink, Path][]> = {
  signed_in: [['password', paths.resetPassword()]],
  password_changed: [['password', paths.resetPassword()]],
  token_created: [
    ['account', paths.account()],
    ['password', paths.resetPassword()],
  ],
  publisher_added: [
    ['account', paths.account()],
    ['password', paths.resetPassword()],
  ],
  account_deleted: [],
  email_changed: [],
}

type Notice = { event: NoticeEvent; agent: { browser: string; system: string }; at: Date }

/** The message about an event on an account that its owner may not have caused. */
export function noticeMessage({ event, agent, at, ...frame }: Frame & Notice): ComposedMail {
  const known = [agent.browser, agent.system].filter(Boolean)
  const device = new Intl.ListFormat(frame.locale, { style: 'narrow' }).format(known)
  const time = new Intl.DateTimeFormat(frame.locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(at)
  const values = {
    device: device || mailTexts(frame.locale).unknownDevice,
    time: `${time} UTC`,
    email: frame.site.supportEmail,
  }
  const { texts, link, message } = writer(frame, values)
  const { subject, lead, what } = texts.notice[event]
  return message(subject, [lead, what, ...LINKS_OF_NOTICE[event].map((one) => link(...one))])
}

type FormerPackages = {
  plugins: { id: string; title: string }[]
  /** How long their files stay. */
  days: number
}

/** The message to an author whose packages are no longer offered, since they have not proved to own the repository. */
export function formerPackagesMessage({
  plugins,
  days,
  ...frame
}: Frame & FormerPackages): ComposedMail {
  const { texts, link, message } = writer(frame, { days: String(days) })
  const { subject, lead, prove, kept } = texts.formerPackages
  // The title is the label: it is not read for placeholders.
  const list = plugins.map(({ id, title }) => ({
    ...link('edit', paths.edit('plugin', { id })),
    label: title,
  }))
  return message(subject, [lead, ...list, prove, kept])
}

type Changed = { status: RepositoryStatus; id: string; title: string }

/** The message to the author of a plugin whose repository is another one now, or belongs to another account. */
export function repositoryMessage({ status, id, title, ...frame }: Frame & Changed): ComposedMail {
  const { texts, link, message } = writer(frame, { title })
  const { prove } = texts.repository
  const { subject, lead, what } = texts.repository[status]
  const links = [
    link('edit', paths.edit('plugin', { id })),
    link('project', paths.detail(pluginOf(id))),
  ]
  return message(subject, [lead, what, prove, ...links])
}

type Transfer = {
  /** Whether the reader lost or received the publication. */
  role: 'given' | 'received'
  id: string
  title: string
  /** Name of the other account. */
  other: string
}

/** The message about a plugin that was transferred to the verified owner of its repository. */
export function transferMessage({
  role,
  id,
  title,
  other,
  ...frame
}: Frame & Transfer): ComposedMail {
  const { texts, link, message } = writer(frame, { title, other })
  const { subject, lead, what } = texts.transfer[role]
  return message(subject, [lead, what, link('project', paths.detail(pluginOf(id)))])
}

/** `hold`: the decision is still to be made; `correct`: category, tags or visibility are others. */
type Decision = OperatorAction | 'hold' | 'correct'
type Moderation = ProjectRef & {
  action: Decision
  title: string
  reason: string
  /** Whether it concerns a version of a published project alone. */
  isVersion: boolean
}

/** What follows the decision in the message: its reason, and where to write. */
const LINES: Record<Decision, ('reason' | 'contact')[]> = {
  hide: ['reason', 'contact'],
  restore: ['reason'],
  delete: ['reason', 'contact'],
  hold: [],
  correct: ['reason', 'contact'],
  release: ['reason'],
  refuse: ['reason', 'contact'],
}

/** The page of the project as its author finds it after the decision. */
function pageAfter({ action, isVersion, kind, id }: Moderation): [MailLink, Path] {
  if (action === 'delete') return ['projects', paths.user]
  if (action === 'restore' || action === 'release' || action === 'correct')
    return ['project', paths.detail({ kind, id })]
  // Of a version, the project stays published: its versions are beside the form.
  return isVersion
    ? ['edit', paths.edit(kind, { id })]
    : ['hidden', paths.hiddenProject({ kind, id })]
}

/** The message to an author about what the operator has decided, or that a publication waits for it. */
export function moderationMessage(moderation: Frame & Moderation): ComposedMail {
  const { action, title, reason, to, locale, site } = moderation
  const frame = { to, locale, site }
  const { texts, link, message } = writer(frame, { title, reason, email: site.supportEmail })
  const { subject, what } = texts.moderation[action]
  const lines = LINES[action].map((line) => texts.moderation[line])
  return message(subject, [what, ...lines, link(...pageAfter(moderation))])
}

type Release = { id: string; title: string; tag: string | null }

/** The message to the author of a plugin about a release of its repository that was not published. */
export function releaseMessage({ id, title, tag, ...frame }: Frame & Release): ComposedMail {
  const { texts, link, message } = writer(frame, { title, tag: tag ?? '' })
  const { subject, tagged, latest, what } = texts.release
  const settings = link('settings', `${paths.settings(pluginOf(id))}#releases`)
  return message(subject, [tag === null ? latest : tagged, what, settings])
}

type ToOperator = { site: SenderSite; subject: string; lines: string[] }

/** A message to the operator, in English as the log is. */
export const operatorMessage = ({ site, subject, lines }: ToOperator): ComposedMail =>
  composeMessage({
    to: site.supportEmail,
    locale: 'en',
    site,
    subject: `${site.name}: ${subject}`,
    parts: lines,
  })
