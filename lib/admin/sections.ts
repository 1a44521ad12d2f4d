import type { Role } from '#lib/contract/admin/role.ts'
import { type Path, paths } from '#lib/paths.ts'

/** Pages of the administration in their order, with the role that each needs. */
export const SECTIONS = {
  overview: { path: paths.admin, needs: 'moderator' },
  reports: { path: paths.adminReports(), needs: 'moderator' },
  held: { path: paths.adminHeld, needs: 'moderator' },
  accounts: { path: paths.adminAccounts(), needs: 'moderator' },
  projects: { path: paths.adminProjects(), needs: 'moderator' },
  bulk: { path: paths.adminBulk(), needs: 'administrator' },
  audit: { path: paths.adminAudit(), needs: 'moderator' },
  settings: { path: paths.adminSettings, needs: 'administrator' },
  system: { path: paths.adminSystem, needs: 'administrator' },
  roles: { path: paths.adminRoles(), needs: 'administrator' },
} as const satisfies Record<string, { path: Path; needs: Role }>
export type AdminSection = keyof typeof SECTIONS

export const SECTION_NAMES = Object.keys(SECTIONS).filter((name): name is AdminSection =>
  Object.hasOwn(SECTIONS, name),
)
