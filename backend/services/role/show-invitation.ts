import path from 'node:path'
import type { Invitation } from '#lib/contract/admin/role.ts'
import { writeWhole } from '#backend/storage/whole-file.ts'

/** Of the data folder. */
export const INVITATION_FILE = 'invitation.txt'

type Options = {
  /** Address of the site. */
  url: string
  dataDir: string
  /** Writes to the terminal; without one, the invitation goes to a file that its owner alone can read. */
  print: ((line: string) => void) | undefined
}

/** Hands the invitation of the first start to the operator. It is in no log: who reads it becomes administrator. */
export async function showInvitation(
  { path: page, expires_at: until }: Invitation,
  { url, dataDir, print }: Options,
): Promise<void> {
  const link = new URL(page, url).href
  const end = `${until.slice(0, 16).replace('T', ' ')} UTC`
  const text = `Become the administrator of this site, once, until ${end}: ${link}`
  if (print) return print(text)
  await writeWhole(path.join(dataDir, INVITATION_FILE), [Buffer.from(`${text}\n`)])
}
