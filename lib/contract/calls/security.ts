import { z } from 'zod'
import { changeEmailRequestSchema, emailCodesRequestSchema } from '#lib/contract/account.ts'
import type { Call } from '#lib/contract/call.ts'
import { securityEventsSchema } from '#lib/contract/security/event.ts'

/** The address of an account, and what concerned its security lately. */
export const SECURITY_CALLS = {
  securityEvents: {
    method: 'get',
    path: '/account/events',
    summary: 'Sign-ins and changes of the account in the last 90 days',
    data: securityEventsSchema,
    access: 'account',
  },
  emailCodes: {
    method: 'post',
    path: '/account/email/codes',
    summary: 'Send codes to a new address and to the present one, to change it',
    body: emailCodesRequestSchema,
    data: z.null(),
    errors: ['use_last_code', 'mail_failed'],
    access: 'account',
    quota: 'emailChangesByAccount',
  },
  changeEmail: {
    method: 'post',
    path: '/account/email',
    summary: 'Change the e-mail address, with codes of both; sessions stay',
    body: changeEmailRequestSchema,
    data: z.null(),
    errors: ['wrong_password', 'wrong_code', 'code_needed', 'sign_in_again', 'email_taken'],
    access: 'account',
  },
} as const satisfies Record<string, Call>
