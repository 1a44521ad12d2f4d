import type { Locale } from '#lib/contract/locale.ts'
import type { OperatorAction } from '#lib/contract/operator.ts'
import type { RepositoryStatus } from '#lib/contract/project.ts'
import { composeMessage } from './compose.ts'
import type { Message } from './sender.ts'
import { type CodePurpose, mailTexts } from './texts.ts'

type Site = { name: string; url: string }
/** Who reads the message, in which language, and the site that signs it. */
type Frame = { to: string; locale: Locale; site: Site }
type OfOperator = { site: Site & { supportEmail: string } }

const pageOf = ({ url }: Site, id: string) => `${url}/home/plugin/detail/${id}`

type Code = {
  purpose: CodePurpose
  /** `null`: no account has this address, so there is no password to reset. */
  code: string | null
  /** Validity of the code. */
  minutes: number
}

/** The message with a code, in the language of its reader. */
export function codeMessage({ purpose, code, minutes, ...frame }: Frame & Code): Message {
  const texts = mailTexts(frame.locale)
  const values = { code: code ?? '', minutes: String(minutes) }
  if (code === null) {
    const { subject, lead, ignore } = texts.noAccount
    return composeMessage({ ...frame, subject, lines: [lead, ignore], values })
  }
  const { subject, lead, validity, ignore } = texts.code[purpose]
  const lines = [lead, '{code}', validity, ignore]
  return composeMessage({ ...frame, subject, lines, values, code })
}

/** What a notice is about; `messages/*.json` has its texts. */
export type NoticeEvent = 'signed_in' | 'password_changed' | 'token_created' | 'publisher_added'

type Notice = { event: NoticeEvent; agent: { browser: string; system: string }; at: Date }

/** The message about an event on an account that its owner may not have caused. */
export function noticeMessage({ event, agent, at, ...frame }: Frame & Notice): Message {
  const { subject, lead, what } = mailTexts(frame.locale).notice[event]
  const device = [agent.browser, agent.system].filter(Boolean).join(', ')
  const time = new Intl.DateTimeFormat(frame.locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(at)
  const values = { device: device || mailTexts(frame.locale).unknownDevice, time: `${time} UTC` }
  return composeMessage({ ...frame, subject, lines: [lead, what], values })
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
}: Frame & FormerPackages): Message {
  const { subject, lead, prove, kept } = mailTexts(frame.locale).formerPackages
  const list = plugins.map(({ id, title }) => `${title}\n${pageOf(frame.site, id)}`)
  // As values: a title is not read for placeholders.
  const plugin = Object.fromEntries(list.map((text, at) => [`plugin${at}`, text]))
  const lines = [lead, ...Object.keys(plugin).map((name) => `{${name}}`), prove, kept]
  return composeMessage({ ...frame, subject, lines, values: { ...plugin, days: String(days) } })
}

type Changed = { status: RepositoryStatus; id: string; title: string }

/** The message to the author of a plugin whose repository is another one now, or belongs to another account. */
export function repositoryMessage({ status, id, title, ...frame }: Frame & Changed): Message {
  const { prove, ...texts } = mailTexts(frame.locale).repository
  const { subject, lead, what } = texts[status]
  const values = { title, address: pageOf(frame.site, id) }
  return composeMessage({ ...frame, subject, lines: [lead, what, prove, '{address}'], values })
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
export function transferMessage({ role, id, title, other, ...frame }: Frame & Transfer): Message {
  const { subject, lead, what } = mailTexts(frame.locale).transfer[role]
  const values = { title, other, address: pageOf(frame.site, id) }
  return composeMessage({ ...frame, subject, lines: [lead, what, '{address}'], values })
}

/** `hold`: the decision is still to be made. */
type Decision = OperatorAction | 'hold'
type Moderation = { action: Decision; title: string; reason: string }

/** What follows the decision in the message: its reason, and where to write. */
const LINES: Record<Decision, ('reason' | 'contact')[]> = {
  hide: ['reason', 'contact'],
  restore: ['reason'],
  delete: ['reason', 'contact'],
  hold: [],
  release: ['reason'],
  refuse: ['reason', 'contact'],
}

/** The message to an author about what the operator has decided, or that a publication waits for it. */
export function moderationMessage({
  action,
  title,
  reason,
  ...frame
}: Frame & OfOperator & Moderation): Message {
  const texts = mailTexts(frame.locale).moderation
  const lines = [texts[action].what, ...LINES[action].map((line) => texts[line])]
  const values = { title, reason, email: frame.site.supportEmail }
  return composeMessage({ ...frame, subject: texts[action].subject, lines, values })
}

type ToOperator = OfOperator & { subject: string; lines: string[] }

/** A message to the operator, in English as the log is. */
export function operatorMessage({ site, subject, lines }: ToOperator): Message {
  // As values: names and titles are not read for placeholders.
  const values = Object.fromEntries([subject, ...lines].map((text, at) => [`text${at}`, text]))
  const [first = '', ...others] = Object.keys(values).map((name) => `{${name}}`)
  const frame = { to: site.supportEmail, locale: 'en', site } as const
  return composeMessage({ ...frame, subject: `{site}: ${first}`, lines: others, values })
}
