import type { ModeratorMails } from '#lib/contract/admin/settings.ts'
import type { Database } from '#backend/db/connect.ts'
import { type Overrides, readSettings } from './settings.ts'

/** When moderators get mails about what waits. */
export async function moderatorMails(db: Database, overrides: Overrides): Promise<ModeratorMails> {
  return (await readSettings(db, overrides)).moderator_mails ?? 'at_once'
}
