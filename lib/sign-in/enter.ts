import 'server-only'
import { type BackendReply, callEnvelope } from '#lib/api/call.ts'
import { ifAvailable } from '#lib/api/if-available.ts'
import { CODE_RETRY_S, emailSchema } from '#lib/contract/account.ts'
import type { CallInput } from '#lib/contract/call.ts'
import type { Calls } from '#lib/contract/calls.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { errorOf } from '#lib/refusal.ts'
import type { PendingRegistration } from './pending-registration.ts'
import {
  EMPTY_STATE,
  FAILURES,
  FORM_SCHEMAS,
  type EnterFailure,
  type FieldErrors,
  type FormState,
  isFieldError,
  type Mode,
  parseForm,
  type EnterValues,
} from './enter-form.ts'

type Visitor = Record<string, string>
/**
 * `state` is the form's next state. A token means signed in; `device` is explained at the envelope.
 * `pending`: the code is right, but the address has no account yet.
 */
type Attempt = {
  state: FormState
  token: string | null
  device?: string | undefined
  pending?: PendingRegistration
}

/** Sends the code that the form requests. */
export async function sendCode(
  mode: Mode,
  values: EnterValues,
  visitor: Visitor,
): Promise<FormState> {
  if (mode === 'password' || mode === 'both') return sendSecondFactor(values.account ?? '', visitor)
  const email = emailSchema.safeParse(values.email)
  if (!email.success) {
    const { email: error = 'email' } = emailErrors(values)
    return { ...EMPTY_STATE, fieldErrors: { email: error } }
  }
  const name = mode === 'reset' ? 'verifyCodeForgotten' : 'verifyCode'
  const body = { data: email.data }
  const answer = await ifAvailable(callEnvelope(name, { body }, { headers: visitor }))
  return codeState(email.data, answer)
}

/** Errors of the address alone. */
function emailErrors({ email }: EnterValues): FieldErrors {
  const parsed = parseForm(FORM_SCHEMAS.code.pick({ email: true }), { email: email ?? '' })
  return parsed.success ? {} : parsed.errors
}

/** State after a code was requested: until when the next one has to wait, whether it was sent or not. */
function codeState(to: string, answer: BackendReply | null): FormState {
  const after = (wait: number) => ({ id: crypto.randomUUID(), to, wait })
  if (answer?.code === CODE_OK)
    return { ...EMPTY_STATE, codeSent: to, nextCode: after(CODE_RETRY_S) }
  const state = stateOf(answer)
  if (state.wait === null) return state
  const failure = state.failure === 'too_many' ? 'code_too_soon' : state.failure
  return { ...state, failure, nextCode: after(state.wait) }
}

/** Sends the second factor; the form asks for it from then on. */
async function sendSecondFactor(account: string, visitor: Visitor): Promise<FormState> {
  const body = { data: account }
  const answer = await ifAvailable(callEnvelope('verifyCodeLogIn', { body }, { headers: visitor }))
  return { ...codeState(account.trim(), answer), needsCode: true }
}

/** Signs in with the values of a mode. */
export async function signIn(
  mode: Mode,
  values: EnterValues & { invitation: string | undefined },
  visitor: Visitor,
): Promise<Attempt> {
  switch (mode) {
    case 'code': {
      const parsed = parseForm(FORM_SCHEMAS.code, values)
      if (!parsed.success) return refused(parsed.errors)
      const last = toAttempt(await ifAvailable(logIn(parsed.data, visitor)))
      return last.state.failure === 'no_account' ? { ...last, pending: parsed.data } : last
    }
    case 'password':
    case 'both': {
      const parsed = parseForm(FORM_SCHEMAS[mode], values)
      if (!parsed.success) return refused(parsed.errors, mode === 'both')
      return byPassword(parsed.data, visitor)
    }
    case 'register': {
      const parsed = parseForm(FORM_SCHEMAS.register, values)
      if (!parsed.success) return refused(parsed.errors)
      const { confirm: _, ...body } = parsed.data
      return toAttempt(await ifAvailable(callEnvelope('register', { body }, { headers: visitor })))
    }
    case 'reset': {
      const parsed = parseForm(FORM_SCHEMAS.reset, values)
      if (!parsed.success) return refused(parsed.errors)
      const { confirm: _, ...body } = parsed.data
      const answer = await ifAvailable(
        callEnvelope('resetPassword', { body }, { headers: visitor }),
      )
      if (answer?.code !== CODE_OK) return toAttempt(answer)
      const { email: account, password } = body
      const { device } = answer
      // The code was just verified: this browser need not enter another one.
      const devices = [device, visitor['x-device-tokens']].filter(Boolean).join(',')
      const headers = devices ? { ...visitor, 'x-device-tokens': devices } : visitor
      const last = toAttempt(await ifAvailable(logIn({ account, password }, headers)))
      return { ...last, device: last.device ?? device }
    }
  }
}

/** Signs in by password; if the backend requires a code, sends one at once. */
async function byPassword(
  input: { account: string; password: string; code?: string | undefined },
  visitor: Visitor,
): Promise<Attempt> {
  const answer = await ifAvailable(logIn(input, visitor))
  if (answer?.reason === 'code_needed') {
    const state = await sendSecondFactor(input.account, visitor)
    // Where none may be sent so soon, one was sent a moment ago.
    const isOnItsWay = state.failure === null || state.failure === 'code_too_soon'
    return { state: { ...state, ...(isOnItsWay && { failure: 'code_needed' }) }, token: null }
  }
  const { state, ...rest } = toAttempt(answer)
  return {
    ...rest,
    state: { ...state, needsCode: input.code !== undefined && rest.token === null },
  }
}

const logIn = (body: CallInput<Calls['logIn']>['body'], headers: Visitor) =>
  callEnvelope('logIn', { body }, { headers })

const refused = (fieldErrors: FieldErrors, needsCode = false): Attempt => ({
  state: { ...EMPTY_STATE, fieldErrors, needsCode },
  token: null,
})

function toAttempt(answer: BackendReply | null): Attempt {
  if (answer?.code === CODE_OK && answer.token) {
    return { state: EMPTY_STATE, token: answer.token, device: answer.device }
  }
  return { state: stateOf(answer), token: null }
}

/** State of a refusal: an error of a field, or a failure of the form. */
function stateOf(answer: BackendReply | null): FormState {
  if (answer === null || answer.code === CODE_OK) return { ...EMPTY_STATE, failure: 'unavailable' }
  const { reason, code, retryAfter, message } = answer
  if (isFieldError(reason)) {
    const field = FIELD_OF[reason]
    const failure = reason === 'wrong_credentials' ? reason : null
    if (field) return { ...EMPTY_STATE, fieldErrors: { [field]: reason }, failure }
  }
  const wait = code === 429 ? (retryAfter ?? null) : null
  const failure: EnterFailure = errorOf(FAILURES, answer)
  // The backend's own sentence about an invalid request is English.
  const isOwn = failure === 'refused' && reason !== 'invalid_input'
  return { ...EMPTY_STATE, failure, wait, message: isOwn ? message : '' }
}

const FIELD_OF: Partial<Record<string, keyof FieldErrors>> = {
  wrong_code: 'code',
  wrong_credentials: 'password',
  username_taken: 'username',
  email_taken: 'email',
  common_password: 'password',
}
