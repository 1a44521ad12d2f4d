import { inviteFirst } from './services/role/invite.ts'
import { INVITATION_FILE, showInvitation } from './services/role/show-invitation.ts'
import type { BackendConfig } from './config.ts'
import type { Database } from './db/connect.ts'
import { sendToParent } from './stop.ts'

/** A new site has an invitation for its administrator, which is shown once. */
export async function inviteAdministrator({ db, config }: { db: Database; config: BackendConfig }) {
  const invitation = await inviteFirst(db, new Date())
  if (!invitation) return
  // With a parent process, that one has the terminal.
  const hasTerminal = process.stdout.isTTY || process.argv.includes('--terminal')
  const print = (line: string) =>
    process.connected ? sendToParent({ note: line }) : process.stdout.write(`${line}\n`)
  await showInvitation(invitation, {
    url: config.siteUrl,
    dataDir: config.DATA_DIR,
    print: hasTerminal ? print : undefined,
  })
  if (!hasTerminal)
    sendToParent({
      note: `The invitation of the administrator is in ${INVITATION_FILE} of the data folder.`,
    })
}
