import 'server-only'
import type { z } from 'zod'
import { callEnvelope } from '#lib/api/call.ts'
import {
  changePasswordRequestSchema,
  chooseNameRequestSchema,
  deleteAccountRequestSchema,
  endSessionsQuerySchema,
} from '#lib/contract/account.ts'
import { revokeTokenQuerySchema } from '#lib/contract/access-token.ts'
import { changeAuthorRequestSchema } from '#lib/contract/author.ts'
import {
  changePublisherRequestSchema,
  removePublisherQuerySchema,
} from '#lib/contract/publisher.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { localeOfPath, localePath } from '#lib/i18n/path.ts'
import { type AccountForm, pages } from '#lib/paths.ts'
import { callAs } from '#lib/session/call-as.ts'
import { redirectTo } from '#lib/session/respond.ts'
import { type Cookie, endCookies } from '#lib/session/session.ts'
import {
  type AccountOutcome,
  codeOutcomeOf,
  confirmError,
  FIELD_OF,
  formId,
  lacksProof,
  outcomeOf,
  toForm,
} from './account-outcome.ts'
import { displayNameOutcome, toAuthorInput } from './author-input.ts'
import { postedForm } from './posted-form.ts'
import { safePath } from './safe-path.ts'
import { typedAuthorSchema } from './typed-author.ts'
import { toLogin } from './to-login.ts'

/** Maximum length of a rejected user name that returns to the form, in characters. */
const RETURNED_MAX = 100

type Hooks = {
  onDeleted: () => Promise<void>
  /** With the answer to a change of the author's page. */
  onAuthorChanged: (profile: unknown) => Promise<void>
}
type Call = Parameters<typeof callAs>[2]

/**
 * Handles a form of the account page and redirects back with the outcome in the query. Of the input, only what others may see is put into
 * an address. Works without scripts.
 */
export async function accountForm(
  request: Request,
  form: AccountForm,
  { onDeleted, onAuthorChanged }: Hooks,
): Promise<Response> {
  const fields = await postedForm(request)
  if (fields instanceof Response) return fields
  const to = safePath(fields.get('to')) ?? pages.user
  const redirectBack = (outcome: AccountOutcome, cookies: Cookie[] = []) => {
    const query = new URLSearchParams({
      result: `${form}.${outcome}`,
      ...returnedFields(form, fields, outcome),
    })
    return redirectTo(
      `${to.split(/[?#]/)[0]}?${query}#${fragmentOf(form, outcome, fields)}`,
      cookies,
    )
  }
  const call = parseCall(form, fields)
  if (typeof call === 'string') return redirectBack(call)
  const called = await callAs(request, localeOfPath(to), call)
  const { cookies } = called
  if (called.kind === 'ended') return toLogin(to, cookies)
  if (called.kind === 'unavailable') return redirectBack('unavailable', cookies)
  const { answer } = called
  if (answer.code !== CODE_OK) {
    // The typed name is the only input that the backend validates here.
    const isName = form === 'delete' && answer.code === 400
    if (isName) return redirectBack('username', cookies)
    return redirectBack(form === 'code' ? codeOutcomeOf(answer) : outcomeOf(answer), cookies)
  }
  if (form === 'author') await onAuthorChanged(answer.data)
  if (form === 'name') return redirectTo(nextPath(fields, to), cookies)
  if (form !== 'delete') return redirectBack(form === 'code' ? 'code_sent' : 'done', cookies)
  await onDeleted()
  return redirectTo(
    localePath(localeOfPath(to), pages.login({ ended: 'deleted' })),
    endCookies(request),
  )
}

/** Query parameters that restore a form: a user name, and what the page of an author shows, are no secrets. */
function returnedFields(
  form: AccountForm,
  fields: URLSearchParams,
  outcome: AccountOutcome,
): Record<string, string> {
  if (form === 'author' && outcome !== 'done') return returnedAuthor(fields)
  const username = (fields.get('username') ?? '').slice(0, RETURNED_MAX).toWellFormed()
  const redirect = form === 'name' ? safePath(fields.get('redirect')) : null
  const from = form === 'code' ? toForm(fields.get('from')) : undefined
  return {
    ...(username !== '' && { username }),
    ...(redirect !== null && { redirect }),
    ...(from && { from }),
  }
}

function returnedAuthor(fields: URLSearchParams): Record<string, string> {
  const texts = Object.entries(typedAuthorSchema.parse(Object.fromEntries(fields)))
  return Object.fromEntries(texts.map(([name, text = '']) => [name, text.toWellFormed()]))
}

/** Fragment that focuses the field of an error, or the result of the form. */
function fragmentOf(form: AccountForm, outcome: AccountOutcome, fields: URLSearchParams): string {
  const from = form === 'code' ? toForm(fields.get('from')) : undefined
  return from ? formId(from, 'proof') : formId(form, FIELD_OF[outcome] ?? 'result')
}

const nextPath = (fields: URLSearchParams, to: string) =>
  safePath(fields.get('redirect')) ?? localePath(localeOfPath(to), pages.home)

/** The call of a form, or the outcome of its validation. */
function parseCall(form: AccountForm, fields: URLSearchParams): Call | AccountOutcome {
  const values = Object.fromEntries([...fields].filter(([, value]) => value !== ''))
  switch (form) {
    case 'password': {
      if (lacksProof(fields)) return 'required'
      const body = changePasswordRequestSchema.safeParse(values)
      if (!body.success) return firstError(body.error)
      const error = confirmError(values)
      if (error) return error
      return (options) => callEnvelope('changePassword', { body: body.data }, options)
    }
    case 'name': {
      const body = chooseNameRequestSchema.safeParse(values)
      if (!body.success) return 'bad_username'
      return (options) => callEnvelope('chooseName', { body: body.data }, options)
    }
    case 'author': {
      const outcome = displayNameOutcome(typedAuthorSchema.parse(values))
      if (outcome) return outcome
      const body = changeAuthorRequestSchema.safeParse(toAuthorInput(values))
      if (!body.success) return firstError(body.error)
      return (options) => callEnvelope('changeAuthor', { body: body.data }, options)
    }
    case 'delete': {
      const body = deleteAccountRequestSchema.safeParse(values)
      if (!body.success) return firstError(body.error)
      if (lacksProof(fields)) return 'required'
      return (options) => callEnvelope('deleteAccount', { body: body.data }, options)
    }
    case 'sessions': {
      const query = endSessionsQuerySchema.safeParse(values)
      if (!query.success) return 'refused'
      return (options) => callEnvelope('endSessions', query.data, options)
    }
    case 'tokens': {
      const query = revokeTokenQuerySchema.safeParse(values)
      if (!query.success) return 'refused'
      return (options) => callEnvelope('revokeToken', query.data, options)
    }
    case 'publishers': {
      const query = removePublisherQuerySchema.safeParse(values)
      if (!query.success) return 'refused'
      return (options) => callEnvelope('removePublisher', query.data, options)
    }
    case 'events': {
      const events = fields.getAll('events')
      if (events.length === 0) return 'no_events'
      const body = changePublisherRequestSchema.safeParse({ id: values['id'], events })
      if (!body.success) return 'refused'
      return (options) => callEnvelope('changePublisher', { body: body.data }, options)
    }
    case 'code':
      return (options) => callEnvelope('verifyCodeAccount', {}, options)
  }
}

/** Fields in the order of the forms, with the outcome of an invalid one. */
const INVALID: Record<string, AccountOutcome> = {
  username: 'username',
  password: 'wrong_password',
  code: 'code',
  new_password: 'password',
  about: 'bad_about',
  links: 'bad_links',
}

/** Outcome of the first invalid field. */
function firstError({ issues }: z.ZodError): AccountOutcome {
  const invalid = issues.map(({ path }) => String(path[0]))
  const first = Object.keys(INVALID).find((field) => invalid.includes(field))
  return INVALID[first ?? ''] ?? 'refused'
}
