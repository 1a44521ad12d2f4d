import 'server-only'
import { paths } from '#lib/paths.ts'
import { ACCOUNT } from './account.ts'
import { ADMIN } from './admin.ts'
import { enter } from './enter.ts'
import { answerOperator, changeEmail, changeStatus } from './own.ts'
import type { FormRow, PostedForm } from './posted.ts'
import { addPublisher, changeRelease, createToken } from './program.ts'
import { PROJECT } from './project.ts'
import { inviteToRole, saveSettings, sendTestMail } from './site.ts'

/** A form whose page shows its next state. */
const shown = (read: (posted: PostedForm) => Promise<object>, max?: number): FormRow => ({
  post: async (posted) => ({ state: await read(posted) }),
  start: paths.account(),
  max,
})

/** All forms of the site that post to `/api/form/{name}`. Publishing has a way of its own (decision 116). */
export const FORMS = {
  ...ACCOUNT,
  ...PROJECT,
  ...ADMIN,
  enter: { post: enter, start: paths.login() },
  token: shown(createToken),
  publisher: shown(addPublisher),
  release: shown(changeRelease),
  status: shown(changeStatus),
  answer: shown(answerOperator, 256 * 1024),
  email: shown(changeEmail),
  invite: shown(inviteToRole),
  'test-mail': shown(sendTestMail),
  settings: shown(saveSettings, 1024 * 1024),
} as const satisfies Record<string, FormRow>
export type FormName = keyof typeof FORMS
type NameIn<Family extends string, Name = FormName> = Name extends `${Family}-${infer Short}`
  ? Short
  : never
export type AccountForm = NameIn<'account'>
export type ProjectFormName = NameIn<'project'>
export type AdminForm = NameIn<'admin'>
