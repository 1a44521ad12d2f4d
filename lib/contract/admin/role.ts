import { z } from 'zod'
import { lineSchema, textSchema } from '#lib/contract/text.ts'

/** What an account may do beside its own projects, the lower one first: a role may do what those before it may. */
export const ROLES = ['moderator', 'administrator'] as const
export type Role = (typeof ROLES)[number]
export const roleSchema = z.enum(ROLES)

/** Whether a role, or none, is enough for what needs `needed`. */
export const hasRole = (role: Role | null | undefined, needed: Role): boolean =>
  role !== null && role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(needed)

/** How long an invitation can be accepted, in hours. */
export const INVITATION_HOURS = 24
/** Invitations that wait at the same time, and accounts with a role. */
export const INVITATIONS_MAX = 50
export const ROLE_HOLDERS_MAX = 200

/** The code of an invitation: 256 random bits. It is shown once, and stored as its hash. */
export const invitationCodeSchema = z.string().regex(/^[\w-]{43}$/)

export const acceptInvitationRequestSchema = z.object({ code: invitationCodeSchema })
export const acceptedRoleSchema = z.object({ role: roleSchema })

export const inviteRequestSchema = z.object({ role: roleSchema })
/** `path` leads to the page that accepts the invitation; it has the code. */
export const invitationSchema = z.object({
  role: roleSchema,
  path: z.string(),
  expires_at: z.iso.datetime(),
})
export type Invitation = z.infer<typeof invitationSchema>

/** Longest reason of an action, in characters (UTF-16 units). */
export const REASON_MAX = 2000
export const reasonSchema = textSchema.trim().min(1).max(REASON_MAX)

/** `role` null takes it away. */
export const changeRoleRequestSchema = z.object({
  username: lineSchema.trim().min(1).max(100),
  role: roleSchema.nullable(),
  reason: reasonSchema,
})

export const revokeInvitationQuerySchema = z.object({ id: z.string().min(1).max(64) })

export const rolesSchema = z.object({
  items: z.array(
    z.object({
      username: z.string(),
      role: roleSchema,
      since: z.iso.datetime().nullable(),
      /** Name of who gave it. */
      by: z.string(),
    }),
  ),
  invitations: z.array(
    z.object({
      id: z.string(),
      role: roleSchema,
      by: z.string(),
      expires_at: z.iso.datetime(),
    }),
  ),
})
export type RoleHolders = z.infer<typeof rolesSchema>
