import { z } from 'zod'
import {
  accountExportSchema,
  accountInfoSchema,
  changePasswordRequestSchema,
  deleteAccountQuerySchema,
  logInRequestSchema,
  oauthQuerySchema,
  ownCountsQuerySchema,
  ownCountsSchema,
  registerRequestSchema,
  resetPasswordRequestSchema,
  verifyCodeRequestSchema,
} from './account.ts'
import type { Call } from './call.ts'

const nothing = z.null()
const oauthCall = (provider: string) =>
  ({
    method: 'get',
    path: `/auth/${provider}/oauth/token`,
    summary: `Sign in with ${provider}`,
    query: oauthQuerySchema,
    data: nothing,
    token: true,
  }) as const

/** The calls of section 7 that are about accounts. */
export const ACCOUNT_CALLS = {
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
  changePassword: {
    method: 'post',
    path: '/auth/change_password',
    summary: 'Set another password; the other sessions end',
    body: changePasswordRequestSchema,
    data: nothing,
    auth: true,
    optional: true,
  },
  exportAccount: {
    method: 'get',
    path: '/account/export',
    summary: 'Everything that is kept about the account',
    data: accountExportSchema,
    auth: true,
    optional: true,
  },
  ownCounts: {
    method: 'get',
    path: '/account/statistics',
    summary: 'How often one’s own projects were seen, downloaded and installed',
    query: ownCountsQuerySchema,
    data: ownCountsSchema,
    auth: true,
    optional: true,
  },
  deleteAccount: {
    method: 'delete',
    path: '/account',
    summary: 'Delete the account with its projects',
    query: deleteAccountQuerySchema,
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
} as const satisfies Record<string, Call>
