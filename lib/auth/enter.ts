import 'server-only'
import { logIn, register, resetPassword, sendCode, sendLogInCode } from '#lib/api/accounts.ts'
import { ApiError } from '#lib/api/error.ts'
import type { Asked } from '#lib/api/request.ts'
import { emailSchema } from '#lib/contract/account.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import type { Begun } from './begun.ts'
import {
  EMPTY_STATE,
  FAILURES,
  FORM_SCHEMAS,
  type Failure,
  type Faults,
  type FormState,
  isFault,
  type Mode,
  parseForm,
  type Values,
} from './form.ts'

type Visitor = Record<string, string>
/**
 * What the form shows next; with a token, somebody is signed in; `device`: see the envelope;
 * `begun`: the code is right, but the address has no account yet.
 */
type Entered = {
  state: FormState
  token: string | null
  device?: string | undefined
  begun?: Begun
}

/** Sends the code that the form asks for. */
export async function askForCode(mode: Mode, values: Values, visitor: Visitor): Promise<FormState> {
  if (mode === 'password' || mode === 'both') return askForSecond(values.account ?? '', visitor)
  const email = emailSchema.safeParse(values.email)
  if (!email.success) {
    const { email: fault = 'email' } = faultsOfEmail(values)
    return { ...EMPTY_STATE, faults: { email: fault } }
  }
  const purpose = mode === 'reset' ? 'reset' : 'enter'
  const answer = await attempt(() => sendCode(purpose, email.data, visitor))
  return answer?.code === CODE_OK ? sentTo(email.data) : stateOf(answer)
}

/** What is wrong with the address alone. */
function faultsOfEmail({ email }: Values): Faults {
  const parsed = parseForm(FORM_SCHEMAS.code.pick({ email: true }), { email: email ?? '' })
  return parsed.success ? {} : parsed.faults
}

const sentTo = (to: string): FormState => ({
  ...EMPTY_STATE,
  codeSent: { id: crypto.randomUUID(), to },
})

/** Sends the code that is needed beside the password; the form asks for it from then on. */
async function askForSecond(account: string, visitor: Visitor): Promise<FormState> {
  const answer = await attempt(() => sendLogInCode(account, visitor))
  const state = answer?.code === CODE_OK ? sentTo(account.trim()) : stateOf(answer)
  return { ...state, needsCode: true }
}

/** Signs in by what was typed, in one of the modes. */
export async function enterBy(mode: Mode, values: Values, visitor: Visitor): Promise<Entered> {
  switch (mode) {
    case 'code': {
      const parsed = parseForm(FORM_SCHEMAS.code, values)
      if (!parsed.success) return refused(parsed.faults)
      const last = entered(await attempt(() => logIn(parsed.data, visitor)))
      return last.state.failure === 'no_account' ? { ...last, begun: parsed.data } : last
    }
    case 'password':
    case 'both': {
      const parsed = parseForm(FORM_SCHEMAS[mode], values)
      if (!parsed.success) return refused(parsed.faults, mode === 'both')
      return byPassword(parsed.data, visitor)
    }
    case 'register': {
      const parsed = parseForm(FORM_SCHEMAS.register, values)
      if (!parsed.success) return refused(parsed.faults)
      const { confirm: _, ...wish } = parsed.data
      return entered(await attempt(() => register(wish, visitor)))
    }
    case 'reset': {
      const parsed = parseForm(FORM_SCHEMAS.reset, values)
      if (!parsed.success) return refused(parsed.faults)
      const { confirm: _, ...wish } = parsed.data
      const answer = await attempt(() => resetPassword(wish, visitor))
      if (answer?.code !== CODE_OK) return entered(answer)
      const { email: account, password } = wish
      const { device } = answer
      // The code has just been shown: this browser is not to be asked for another one.
      const known = [device, visitor['x-device-tokens']].filter(Boolean).join(',')
      const headers = known ? { ...visitor, 'x-device-tokens': known } : visitor
      const last = entered(await attempt(() => logIn({ account, password }, headers)))
      return { ...last, device: last.device ?? device }
    }
  }
}

/** Signs in by password; where the backend wants a code as well, one is sent at once. */
async function byPassword(
  wish: { account: string; password: string; code?: string | undefined },
  visitor: Visitor,
): Promise<Entered> {
  const answer = await attempt(() => logIn(wish, visitor))
  if (answer?.reason === 'code_needed') {
    const state = await askForSecond(wish.account, visitor)
    return { state: { ...state, failure: state.failure ?? 'code_needed' }, token: null }
  }
  const { state, ...rest } = entered(answer)
  return { ...rest, state: { ...state, needsCode: wish.code !== undefined && rest.token === null } }
}

/** The backend's answer; nothing where it gave none. */
async function attempt(call: () => Promise<Asked>): Promise<Asked | null> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

const refused = (faults: Faults, needsCode = false): Entered => ({
  state: { ...EMPTY_STATE, faults, needsCode },
  token: null,
})

function entered(answer: Asked | null): Entered {
  if (answer?.code === CODE_OK && answer.token) {
    return { state: EMPTY_STATE, token: answer.token, device: answer.device }
  }
  return { state: stateOf(answer), token: null }
}

/** Which field a refusal is about, or that it is about none. */
function stateOf(answer: Asked | null): FormState {
  if (answer === null || answer.code === CODE_OK) return { ...EMPTY_STATE, failure: 'unavailable' }
  const { reason, code, retryAfter, message } = answer
  if (isFault(reason)) {
    const field = FIELD_OF[reason]
    if (field) return { ...EMPTY_STATE, faults: { [field]: reason } }
  }
  const wait = code === 429 ? (retryAfter ?? null) : null
  const failure = failureOf(code, reason)
  return { ...EMPTY_STATE, failure, wait, said: failure === 'refused' ? message : '' }
}

const FIELD_OF: Partial<Record<string, keyof Faults>> = {
  wrong_code: 'code',
  username_taken: 'username',
  email_taken: 'email',
  common_password: 'password',
}

function failureOf(code: number, reason: string | undefined): Failure {
  const known = FAILURES.find((failure) => failure === reason)
  if (code === 429) return known ?? 'too_many'
  return known ?? (code >= 500 ? 'unavailable' : 'refused')
}
