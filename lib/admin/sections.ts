import type { Role } from '#lib/contract/admin/role.ts'
import { type Path, pages } from '#lib/paths.ts'

/** Pages of the administration in their order, with the role that each needs. */
export const SECTIONS = {
  overview: { path: pages.admin, needs: 'moderator' },
  reports: { path: pages.adminReports(), needs: 'moderator' },
  held: { path: pages.adminHeld, needs: 'moderator' },
  accounts: { path: pages.adminAccounts(), needs: 'moderator' },
  projects: { path: pages.adminProjects(), needs: 'moderator' },
  bulk: { path: pages.adminBulk(), needs: 'administrator' },
  audit: { path: pages.adminAudit(), needs: 'moderator' },
  settings: { path: pages.adminSettings, needs: 'administrator' },
  system: { path: pages.adminSystem, needs: 'administrator' },
  roles: { path: pages.adminRoles(), needs: 'administrator' },
} as const satisfies Record<string, { path: Path; needs: Role }>
export type AdminSection = keyof typeof SECTIONS

export const SECTION_NAMES = Object.keys(SECTIONS).filter((name): name is AdminSection =>
  Object.hasOwn(SECTIONS, name),
)
