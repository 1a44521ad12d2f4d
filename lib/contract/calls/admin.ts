import { z } from 'zod'
import { auditFilterSchema, auditPageSchema, auditQuerySchema } from '#lib/contract/admin/audit.ts'
import { adminOverviewSchema } from '#lib/contract/admin/overview.ts'
import {
  acceptedRoleSchema,
  acceptInvitationRequestSchema,
  changeRoleRequestSchema,
  invitationSchema,
  inviteRequestSchema,
  revokeInvitationQuerySchema,
  rolesSchema,
} from '#lib/contract/admin/role.ts'
import { changeSettingsRequestSchema, settingsAnswerSchema } from '#lib/contract/admin/settings.ts'
import type { Call } from '#lib/contract/call.ts'

/** Calls of administrators and moderators, and of the operator's commands. */
export const ADMIN_CALLS = {
  adminOverview: {
    method: 'get',
    path: '/admin/overview',
    summary: 'What waits for a moderator, and the state of the site',
    data: adminOverviewSchema,
    access: 'moderator',
  },
  auditLog: {
    method: 'get',
    path: '/admin/audit',
    summary: 'What roles, operators and the site itself did; newest first',
    query: auditQuerySchema,
    data: auditPageSchema,
    access: 'moderator',
  },
  auditAsJson: {
    method: 'get',
    path: '/admin/audit/export.jsonl',
    summary: 'The audit log, one JSON object a line; oldest first',
    query: auditFilterSchema,
    mediaType: 'application/jsonl',
    access: 'administrator',
  },
  auditAsCsv: {
    method: 'get',
    path: '/admin/audit/export.csv',
    summary: 'The audit log as CSV; oldest first',
    query: auditFilterSchema,
    mediaType: 'text/csv',
    access: 'administrator',
  },
  roles: {
    method: 'get',
    path: '/admin/roles',
    summary: 'Accounts with a role, and open invitations',
    data: rolesSchema,
    access: 'administrator',
  },
  changeRole: {
    method: 'put',
    path: '/admin/roles',
    summary: 'Give an account a role, or take it away',
    body: changeRoleRequestSchema,
    data: z.null(),
    errors: ['no_account', 'last_administrator'],
    access: 'administrator',
  },
  invite: {
    method: 'post',
    path: '/admin/invitations',
    summary: 'Make a link that gives a role, once',
    body: inviteRequestSchema,
    data: invitationSchema,
    access: 'administrator',
  },
  revokeInvitation: {
    method: 'delete',
    path: '/admin/invitations',
    summary: 'Revoke an invitation',
    query: revokeInvitationQuerySchema,
    data: z.null(),
    errors: ['not_found'],
    access: 'administrator',
  },
  settings: {
    method: 'get',
    path: '/admin/settings',
    summary: 'Settings of the site, with who changed them',
    data: settingsAnswerSchema,
    access: 'administrator',
  },
  changeSettings: {
    method: 'put',
    path: '/admin/settings',
    summary: 'Change settings of the site; null is the default',
    body: changeSettingsRequestSchema,
    data: settingsAnswerSchema,
    errors: ['field_fixed', 'stale', 'setting_refused'],
    access: 'administrator',
  },
  acceptInvitation: {
    method: 'post',
    path: '/account/role',
    summary: 'Accept an invitation to a role',
    body: acceptInvitationRequestSchema,
    data: acceptedRoleSchema,
    errors: ['invitation_over'],
    access: 'account',
    quota: 'invitationsByAccount',
  },
} as const satisfies Record<string, Call>
