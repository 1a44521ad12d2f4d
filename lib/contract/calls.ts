import { z } from 'zod'
import {
  accountInfoSchema,
  logInRequestSchema,
  oauthQuerySchema,
  registerRequestSchema,
  resetPasswordRequestSchema,
  verifyCodeRequestSchema,
} from './account.ts'
import { pagesSchema } from './inside.ts'
import { kindSchema } from './kind.ts'
import { listQuerySchema, listSchema, popularQuerySchema, popularSchema } from './list.ts'
import { idSchema, projectSchema } from './project.ts'
import {
  createRequestSchema,
  deleteQuerySchema,
  githubCheckQuerySchema,
  githubCheckSchema,
  updateRequestSchema,
  uploadFieldsSchema,
  uploadedFileSchema,
} from './publish.ts'
import {
  iconSearchQuerySchema,
  iconSearchSchema,
  packIconsSchema,
  searchQuerySchema,
  searchSchema,
} from './search.ts'
import { recordedSchema, recordRequestSchema } from './statistic.ts'

export type Call = {
  method: 'get' | 'post' | 'put' | 'delete'
  /** Below `API_BASE`; `{name}` marks a parameter. */
  path: string
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Media type of the body where it is not JSON. */
  bodyType?: 'multipart/form-data'
  /** `data` of a successful answer. */
  data: z.ZodType
  /** Whether the envelope carries `token`. */
  token?: true
  /** Whether a bearer token is wanted. */
  auth?: true
  /** A backend may leave it out. */
  optional?: true
}

const nothing = z.null()
const kindParams = z.object({ kind: kindSchema })
const oauthCall = (provider: string) =>
  ({
    method: 'get',
    path: `/auth/${provider}/oauth/token`,
    summary: `Sign in with ${provider}`,
    query: oauthQuerySchema,
    data: nothing,
    token: true,
  }) as const

/** Every call of section 7, by name: what goes in and what comes out. */
export const CALLS = {
  list: {
    method: 'get',
    path: '/{kind}/list',
    summary: 'A page of the projects of a kind',
    params: kindParams,
    query: listQuerySchema,
    data: listSchema,
  },
  project: {
    method: 'get',
    path: '/{kind}/{id}',
    summary: 'One project',
    params: kindParams.extend({ id: idSchema }),
    data: projectSchema,
  },
  popular: {
    method: 'get',
    path: '/index/popular',
    summary: 'What is popular now',
    query: popularQuerySchema,
    data: popularSchema,
  },
  search: {
    method: 'get',
    path: '/index/search',
    summary: 'Search over all kinds',
    query: searchQuerySchema,
    data: searchSchema,
  },
  searchIcons: {
    method: 'get',
    path: '/index/icons',
    summary: 'Search single icons over all packs',
    query: iconSearchQuerySchema,
    data: iconSearchSchema,
    optional: true,
  },
  packIcons: {
    method: 'get',
    path: '/icon/{id}/icons',
    summary: 'The icons in a pack',
    params: z.object({ id: idSchema }),
    data: packIconsSchema,
    optional: true,
  },
  pages: {
    method: 'get',
    path: '/{kind}/{id}/pages',
    summary: 'What a profile or page puts on the strip',
    params: z.object({ kind: kindSchema.extract(['profile', 'flexpage']), id: idSchema }),
    data: pagesSchema,
    optional: true,
  },
  related: {
    method: 'get',
    path: '/{kind}/{id}/related',
    summary: 'Projects of the kind, by others, that come near',
    params: z.object({ kind: kindSchema, id: idSchema }),
    data: popularSchema,
    optional: true,
  },
  record: {
    method: 'post',
    path: '/statistic/record',
    summary: 'Count a view, a download or an install',
    body: recordRequestSchema,
    data: recordedSchema,
  },
  verifyCode: {
    method: 'post',
    path: '/sms/verify_code',
    summary: 'Send a code to register or sign in',
    body: verifyCodeRequestSchema,
    data: nothing,
  },
  verifyCodeForgotten: {
    method: 'post',
    path: '/sms/verify_code/forget_pwd',
    summary: 'Send a code to reset the password',
    body: verifyCodeRequestSchema,
    data: nothing,
  },
  register: {
    method: 'post',
    path: '/auth/sign_in',
    summary: 'Register',
    body: registerRequestSchema,
    data: nothing,
    token: true,
  },
  logIn: {
    method: 'post',
    path: '/auth/log_in',
    summary: 'Sign in',
    body: logInRequestSchema,
    data: nothing,
    token: true,
  },
  refreshToken: {
    method: 'post',
    path: '/auth/refresh_token',
    summary: 'Exchange a token for a new one',
    data: nothing,
    token: true,
    auth: true,
  },
  googleSignIn: oauthCall('google'),
  githubSignIn: oauthCall('github'),
  discordSignIn: oauthCall('discord'),
  resetPassword: {
    method: 'post',
    path: '/auth/reset_password',
    summary: 'Set a new password with a code',
    body: resetPasswordRequestSchema,
    data: nothing,
    optional: true,
  },
  logOut: {
    method: 'post',
    path: '/auth/log_out',
    summary: 'End the session',
    data: nothing,
    auth: true,
    optional: true,
  },
  accountInfo: {
    method: 'get',
    path: '/account/info',
    summary: 'Who is signed in',
    data: accountInfoSchema,
    auth: true,
  },
  githubCheck: {
    method: 'get',
    path: '/plugin/github/check',
    summary: 'Read the facts of a plugin repository',
    query: githubCheckQuerySchema,
    data: githubCheckSchema,
    auth: true,
  },
  create: {
    method: 'post',
    path: '/{kind}',
    summary: 'Publish a project',
    params: kindParams,
    body: createRequestSchema,
    data: projectSchema,
    auth: true,
  },
  update: {
    method: 'put',
    path: '/{kind}',
    summary: 'Change a project',
    params: kindParams,
    body: updateRequestSchema,
    data: projectSchema,
    auth: true,
  },
  remove: {
    method: 'delete',
    path: '/{kind}',
    summary: 'Delete a project',
    params: kindParams,
    query: deleteQuerySchema,
    data: nothing,
    auth: true,
  },
  upload: {
    method: 'post',
    path: '/file/upload',
    summary: 'Upload a file',
    body: uploadFieldsSchema,
    bodyType: 'multipart/form-data',
    data: uploadedFileSchema,
    auth: true,
  },
} as const satisfies Record<string, Call>

export type CallName = keyof typeof CALLS
