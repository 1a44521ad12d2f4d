import 'server-only'
import type { z } from 'zod'
import type {
  changePasswordRequestSchema,
  chooseNameRequestSchema,
  deleteAccountRequestSchema,
  endSessionsQuerySchema,
  logInRequestSchema,
  oauthQuerySchema,
  registerRequestSchema,
  resetPasswordRequestSchema,
} from '#lib/contract/account.ts'
import { CALLS } from '#lib/contract/calls.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { Provider } from '#lib/contract/provider.ts'
import type { githubProofRequestSchema } from '#lib/contract/publish.ts'
import { ask, read } from './request.ts'

/** What the backend is told of the visitor; see visitor.ts. */
type Visitor = Record<string, string>

/** Mail is sent and passwords are hashed meanwhile. */
const TIMEOUT_MS = 20_000

const post = (path: string, body: unknown, headers: Visitor, token?: string) =>
  ask({ method: 'POST', path, body, headers, token, timeoutMs: TIMEOUT_MS })

/** `POST /sms/verify_code`, or that of a forgotten password. */
export function sendCode(purpose: 'enter' | 'reset', email: string, visitor: Visitor) {
  const { path } = purpose === 'enter' ? CALLS.verifyCode : CALLS.verifyCodeForgotten
  return post(path, { data: email }, visitor)
}

/** `POST /sms/verify_code/log_in`. */
export const sendLogInCode = (account: string, visitor: Visitor) =>
  post(CALLS.verifyCodeLogIn.path, { data: account }, visitor)

/** `POST /account/verify_code`. */
export const sendAccountCode = (token: string, visitor: Visitor) =>
  post(CALLS.verifyCodeAccount.path, undefined, visitor, token)

/** `POST /auth/change_password`. */
export const changePassword = (
  token: string,
  body: z.infer<typeof changePasswordRequestSchema>,
  visitor: Visitor,
) => post(CALLS.changePassword.path, body, visitor, token)

/** `POST /account/name`. */
export const chooseName = (
  token: string,
  body: z.infer<typeof chooseNameRequestSchema>,
  visitor: Visitor,
) => post(CALLS.chooseName.path, body, visitor, token)

/** `POST /account/delete`. */
export const deleteAccount = (
  token: string,
  body: z.infer<typeof deleteAccountRequestSchema>,
  visitor: Visitor,
) => post(CALLS.deleteAccount.path, body, visitor, token)

/** `GET /account/sessions`. */
export const accountSessions = (token: string) =>
  read({ path: CALLS.accountSessions.path, token, data: CALLS.accountSessions.data })

/** `DELETE /account/sessions`. */
export const endSessions = (token: string, query: z.infer<typeof endSessionsQuerySchema>) =>
  ask({ method: 'DELETE', path: CALLS.endSessions.path, query, token })

/** `POST /auth/sign_in`. */
export const register = (body: z.infer<typeof registerRequestSchema>, visitor: Visitor) =>
  post(CALLS.register.path, body, visitor)

/** `POST /auth/log_in`. */
export const logIn = (body: z.infer<typeof logInRequestSchema>, visitor: Visitor) =>
  post(CALLS.logIn.path, body, visitor)

/** `POST /auth/reset_password`. */
export const resetPassword = (body: z.infer<typeof resetPasswordRequestSchema>, visitor: Visitor) =>
  post(CALLS.resetPassword.path, body, visitor)

/** `POST /auth/refresh_token`. */
export const refreshToken = (token: string) => post(CALLS.refreshToken.path, undefined, {}, token)

/** `POST /auth/log_out`. */
export const logOut = (token: string) => post(CALLS.logOut.path, undefined, {}, token)

/** `GET /auth/{provider}/oauth/token`. */
export function signInByProvider(
  provider: Provider,
  query: z.infer<typeof oauthQuerySchema>,
  headers: Visitor,
) {
  const { path } = CALLS[`${provider}SignIn`]
  return ask({ path, query, headers, timeoutMs: TIMEOUT_MS })
}

/** `GET /account/statistics`. */
export const ownCounts = (token: string, kind: Kind) =>
  read({ path: CALLS.ownCounts.path, query: { kind }, token, data: CALLS.ownCounts.data })

/** `GET /account/hidden`. */
export const hiddenProjects = (token: string) =>
  read({ path: CALLS.hiddenProjects.path, token, data: CALLS.hiddenProjects.data })
/** `POST /plugin/github/proof`. */
export const proveRepository = (
  token: string,
  body: z.infer<typeof githubProofRequestSchema>,
  visitor: Visitor,
) => post(CALLS.githubProof.path, body, visitor, token)

/** `GET /account/transfers`. */
export const transfers = (token: string) =>
  read({ path: CALLS.transfers.path, token, data: CALLS.transfers.data })

/** `GET /account/info`. */
export const accountInfo = (token: string) =>
  read({ path: CALLS.accountInfo.path, token, data: CALLS.accountInfo.data })
