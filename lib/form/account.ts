import 'server-only'
import { revokeTokenQuerySchema } from '#lib/contract/access-token.ts'
import { CODE_RETRY_S, endSessionsQuerySchema } from '#lib/contract/account.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import {
  changePublisherRequestSchema,
  removePublisherQuerySchema,
} from '#lib/contract/publisher.ts'
import type { BackendReply, Input, TokenCallName } from '#lib/api/call.ts'
import { ACCOUNT_FIELDS, outcomesOf } from '#lib/account/account-fields.ts'
import {
  type AccountOutcome,
  type AccountState,
  FIELD_OF,
  formId,
  outcomeOf,
  toForm,
} from '#lib/account/account-outcome.ts'
import { safePath } from '#lib/sign-in/safe-path.ts'
import { typedAuthorSchema } from '#lib/account/typed-author.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { endCookies } from '#lib/session/session.ts'
import type { FormRow, Next, PostedForm } from './posted.ts'

/** Maximum length of a rejected user name that returns to the form, in characters. */
const RETURNED_MAX = 100

type Row<N extends TokenCallName> = {
  call: N
  /** Input of the call, or what is wrong with the fields. */
  read: (values: Record<string, string>, posted: PostedForm) => Input<N> | AccountOutcome[]
  /** Outcome of success. */
  done?: AccountOutcome
  /** Where success leads. */
  leads?: (posted: PostedForm) => string
}

/** A form of the account page: it leads back there with the outcome in the query. */
const row = <N extends TokenCallName>(
  form: string,
  { call, read, done = 'done', leads }: Row<N>,
): FormRow => ({
  start: paths.user,
  post: async (posted) => {
    const input = read(posted.values, posted)
    if (Array.isArray(input)) return backTo(form, posted, { outcomes: input })
    const answer = await posted.call(call, input)
    if (answer.code !== CODE_OK) return backTo(form, posted, refused(form, answer))
    const wait = form === 'code' ? CODE_RETRY_S : null
    const next = backTo(form, posted, { outcomes: [done], wait })
    return leads ? { ...next, to: leads(posted) } : next
  },
})

function refused(form: string, answer: BackendReply): Partial<AccountState> {
  const isInvalid = answer.code === 400 && (answer.reason ?? 'invalid_input') === 'invalid_input'
  if (isInvalid) return { outcomes: invalidOf(form, answer.fields ?? []) }
  const outcome = outcomeOf(answer)
  return {
    outcomes: [form === 'code' && outcome === 'too_many' ? 'code_too_soon' : outcome],
    message: answer.message,
    wait: answer.retryAfter ?? null,
  }
}

function invalidOf(form: string, fields: readonly string[]): AccountOutcome[] {
  if (form === 'name') return ['bad_username']
  // Only the name is compared with what is stored.
  return form === 'delete' && fields.length === 0 ? ['username'] : outcomesOf(fields)
}

function backTo(form: string, posted: PostedForm, given: Partial<AccountState>): Next {
  const state: AccountState = { outcomes: [], message: '', wait: null, ...given }
  const [outcome = 'refused'] = state.outcomes
  const from = form === 'code' ? toForm(posted.fields.get('from')) : undefined
  const query = new URLSearchParams({
    result: `${form}.${outcome}`,
    ...(form === 'author' && outcome !== 'done'
      ? returnedAuthor(posted)
      : returnedFields(form, posted)),
    ...(from && { from }),
  })
  // The fragment focuses the field of an error, or the result of the form.
  const id = from ? formId(from, 'proof') : formId(form, FIELD_OF[outcome] ?? 'result')
  return { to: `${posted.page.split(/[?#]/)[0]}?${query}#${id}`, state }
}

/** Query parameters that restore a form: a user name is no secret. */
function returnedFields(form: string, posted: PostedForm): Record<string, string> {
  const username = posted.text('username', RETURNED_MAX)
  const redirect = form === 'name' ? safePath(posted.fields.get('redirect')) : null
  return { ...(username !== '' && { username }), ...(redirect !== null && { redirect }) }
}

/** The same of what the page of an author shows. */
function returnedAuthor({ values }: PostedForm): Record<string, string> {
  const texts = Object.entries(typedAuthorSchema.parse(values))
  return Object.fromEntries(texts.map(([name, text = '']) => [name, text.toWellFormed()]))
}

/** Reads hidden fields. */
const hidden =
  <T>(schema: { safeParse: (values: unknown) => { data?: T | undefined } }) =>
  (values: Record<string, string>): T | AccountOutcome[] =>
    schema.safeParse(values).data ?? ['refused']

export const ACCOUNT = {
  'account-password': row('password', {
    call: 'changePassword',
    read: ACCOUNT_FIELDS.password,
  }),
  'account-name': row('name', {
    call: 'chooseName',
    read: ACCOUNT_FIELDS.name,
    leads: ({ fields, locale }) =>
      safePath(fields.get('redirect')) ?? localePath(locale, paths.home),
  }),
  'account-author': row('author', { call: 'changeAuthor', read: ACCOUNT_FIELDS.author }),
  'account-delete': row('delete', {
    call: 'deleteAccount',
    read: ACCOUNT_FIELDS.delete,
    leads: ({ cookies, request, locale, isScript }) => {
      // The page that follows without scripts says so.
      cookies.push(...endCookies(request, isScript ? { by: 'deletion' } : undefined))
      return localePath(locale, paths.login({ ended: 'deleted' }))
    },
  }),
  'account-sessions': row('sessions', {
    call: 'endSessions',
    read: hidden(endSessionsQuerySchema),
  }),
  'account-tokens': row('tokens', { call: 'revokeToken', read: hidden(revokeTokenQuerySchema) }),
  'account-publishers': row('publishers', {
    call: 'removePublisher',
    read: hidden(removePublisherQuerySchema),
  }),
  'account-events': row('events', {
    call: 'changePublisher',
    read: ({ id }, { fields }) => {
      const events = fields.getAll('events')
      if (events.length === 0) return ['no_events']
      const body = changePublisherRequestSchema.safeParse({ id, events }).data
      return body ? { body } : ['refused']
    },
  }),
  'account-code': row('code', { call: 'verifyCodeAccount', read: () => ({}), done: 'code_sent' }),
} satisfies Record<string, FormRow>
