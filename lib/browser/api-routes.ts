import type { CallInput } from '#lib/contract/call.ts'
import type { Calls } from '#lib/contract/calls.ts'
import { callRequest } from '#lib/contract/call-request.ts'

/*
 * Method and path of the calls that browsers make. The contract checks them at compile time; its schemas
 * would weigh more than the pages.
 */
const ROUTES = {
  create: { method: 'post', path: '/{kind}' },
  update: { method: 'put', path: '/{kind}' },
  remove: { method: 'delete', path: '/{kind}' },
  changeVersion: { method: 'put', path: '/{kind}/{id}/versions/{version}' },
  discardVersion: { method: 'delete', path: '/{kind}/{id}/versions/{version}' },
  nextVersion: { method: 'get', path: '/{kind}/{id}/next-version' },
  project: { method: 'get', path: '/{kind}/{id}' },
  needs: { method: 'get', path: '/{kind}/{id}/needs' },
  packIcons: { method: 'get', path: '/{kind}/{id}/icons' },
  changeAuthor: { method: 'put', path: '/account/author' },
  exportAccount: { method: 'get', path: '/account/export' },
  upload: { method: 'post', path: '/file/upload' },
  beginUpload: { method: 'post', path: '/uploads' },
  unfinishedUpload: { method: 'get', path: '/uploads/{id}' },
  finishUpload: { method: 'post', path: '/uploads/{id}/file' },
  discardUpload: { method: 'delete', path: '/uploads/{id}' },
  decodeNames: { method: 'post', path: '/file/{id}/names' },
  drawCover: { method: 'post', path: '/file/{id}/cover' },
  fileState: { method: 'get', path: '/file/{id}/state' },
  keepForm: { method: 'post', path: '/account/forms' },
  keptForm: { method: 'get', path: '/account/forms/{id}' },
  changeForm: { method: 'put', path: '/account/forms/{id}' },
  discardForm: { method: 'delete', path: '/account/forms/{id}' },
  builtStrip: { method: 'post', path: '/strip' },
  fileContents: { method: 'get', path: '/file/{id}/contents' },
  checkTitle: { method: 'post', path: '/index/title' },
  detectLanguage: { method: 'post', path: '/index/language' },
  githubCheck: { method: 'get', path: '/plugin/github/check' },
  githubPicture: { method: 'post', path: '/plugin/github/picture' },
  verifyCodeAccount: { method: 'post', path: '/account/verify_code' },
  changePassword: { method: 'post', path: '/auth/change_password' },
  chooseName: { method: 'post', path: '/account/name' },
  deleteAccount: { method: 'post', path: '/account/delete' },
} as const satisfies {
  [N in keyof Calls]?: { method: Calls[N]['method']; path: Calls[N]['path'] }
}

export type ApiCallName = keyof typeof ROUTES

/** Fields of a plain form as a body; the backend validates them. */
type FormBody = { body: Record<string, string | string[]> }

/** The contract's input of a call: path and query parameters by name, and `body`. */
export type ApiInput<N extends ApiCallName> =
  | CallInput<Calls[N]>
  | (Omit<CallInput<Calls[N]>, 'body'> & FormBody)

/** The HTTP request of a call. */
export const apiRequest = <N extends ApiCallName>(name: N, input: ApiInput<N>) =>
  callRequest(ROUTES[name], input)

/** Where files are uploaded to, as multipart bodies. */
export const UPLOAD_PATH = callRequest(ROUTES.upload, {}).path
