import 'server-only'
import {
  type BackendReply,
  callEnvelope,
  type Input,
  type PublicCallName,
  type TokenCallName,
} from '#lib/api/call.ts'
import { ifAvailable } from '#lib/api/if-available.ts'
import { visitorHeaders } from '#lib/api/visitor.ts'
import { safePath } from '#lib/sign-in/safe-path.ts'
import { revalidateProject } from '#lib/catalogue/revalidate.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { type Locale, LOCALES } from '#lib/contract/locale.ts'
import { localeOfPath } from '#lib/i18n/path.ts'
import type { Path } from '#lib/paths.ts'
import { callWithSession } from '#lib/session/call-with-session.ts'
import type { Cookie } from '#lib/session/session.ts'

/** The session ended, or there was none. */
export class SessionEnded extends Error {}
/** Fields that no page of this site sends. */
export class Malformed extends Error {}

const NO_REPLY: BackendReply = { code: 503, message: '', data: null }

/** A form that was posted by a page of this site. */
export class PostedForm {
  /** To be set with the response. */
  readonly cookies: Cookie[] = []
  /** Whether a call was made that may have changed something. */
  isChanged = false
  /** Page of the form, in its language: where the sign-in page leads back to. */
  page: string
  readonly request: Request
  readonly fields: URLSearchParams
  /** Whether a script posts, which shows the next state itself. */
  readonly isScript: boolean

  /** @param start page of a form that names none. */
  constructor(request: Request, fields: URLSearchParams, start: string) {
    this.request = request
    this.fields = fields
    this.isScript = request.headers.get('accept') === 'application/json'
    // Pages up to 0.2.0 have another name for it in some forms.
    this.page = safePath(fields.get('to') ?? fields.get('page')) ?? start
  }

  get locale(): Locale {
    return LOCALES.find((name) => name === this.fields.get('locale')) ?? localeOfPath(this.page)
  }

  /** The last value of each field. */
  get values(): Record<string, string> {
    return Object.fromEntries(this.fields)
  }

  /** A field; empty without it. @param max in UTF-16 units. */
  text(name: string, max: number): string {
    return (this.fields.get(name) ?? '').slice(0, max).toWellFormed()
  }

  /**
   * Makes a call with the session, which is renewed; pages that it changed expire.
   * @returns code 503 if the backend does not answer.
   * @throws SessionEnded
   */
  async call<N extends TokenCallName>(name: N, input: Input<N>): Promise<BackendReply> {
    const called = await callWithSession(this.request, this.locale, (options) =>
      callEnvelope(name, input, options),
    )
    this.cookies.push(...called.cookies)
    if (called.kind === 'ended') throw new SessionEnded()
    return this.#settle(name, input, called.kind === 'answered' ? called.answer : null)
  }

  /** Makes a call without a session. @param headers of the visitor's browser, besides those of every call. */
  async callPublic<N extends PublicCallName>(
    name: N,
    input: Input<N>,
    headers: Record<string, string> = {},
  ): Promise<BackendReply> {
    const about = { ...visitorHeaders(this.request.headers), 'accept-language': this.locale }
    const answer = callEnvelope(name, input, { headers: { ...about, ...headers } })
    return this.#settle(name, input, await ifAvailable(answer))
  }

  async #settle(
    name: TokenCallName | PublicCallName,
    input: object,
    answer: BackendReply | null,
  ): Promise<BackendReply> {
    const reply = answer ?? NO_REPLY
    const isDone = reply.code === CODE_OK
    // A failing backend may have executed the call.
    if (!isDone && reply.code < 500) return reply
    this.isChanged ||= isDone
    const texts = Object.entries(input).filter(([, value]) => typeof value === 'string')
    const params: Record<string, string> = Object.fromEntries(texts)
    await revalidateProject({ name, params, data: reply.data, isUncertain: !isDone })
    return reply
  }
}

/** What follows a form. */
export type Next = {
  /** Where it leads without scripts, and with scripts if there is no state. */
  to?: string
  /** The next state of the form. Without `to` it is kept for the page of the form. */
  state?: object
}

/** A form of the table. */
export type FormRow = {
  post: (posted: PostedForm) => Promise<Next>
  /** Page of a form that names none. */
  start: Path
  /** Largest body, in bytes, of a form that has longer texts than others. */
  max?: number
}
