import { z } from 'zod'
import { NAMED_CALLS } from '#lib/contract/calls.ts'

/** Names of fields that may hold a user name or an address. */
const PERSON = /^(data|login|user|address|to|recipient|author|owner)$|(name|mail|account)$/i
const nodeSchema = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  format: z.string().optional(),
  anyOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
})

/** Names of the fields of a JSON schema that may hold a user name or an address. */
function fieldsOf(schema: unknown, name = ''): string[] {
  const node = nodeSchema.safeParse(schema)
  if (!node.success) return []
  const { properties = {}, format, anyOf = [], items } = node.data
  const isPerson = name !== '' && (PERSON.test(name) || format === 'email')
  return [
    ...(isPerson ? [name] : []),
    ...Object.entries(properties).flatMap(([key, part]) => fieldsOf(part, key)),
    ...[...anyOf, items].flatMap((part) => fieldsOf(part)),
  ]
}

/** Every field of the contract that may hold a user name or an address, as `call.field`. */
export const PERSON_FIELDS = NAMED_CALLS.flatMap(({ name, call }) =>
  [call.params, call.query, call.body]
    .flatMap((part) =>
      part ? fieldsOf(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' })) : [],
    )
    .map((field) => `${name}.${field}`),
)

export type Typed = { path: string; body: Record<string, string> }
const CODE = '000000'
const PASSWORD = 'wrong-1x'

/** Requests by an address, with a wrong password or code. */
export const BY_ADDRESS: Record<string, (email: string) => Typed> = {
  'verifyCode.data': (data) => ({ path: '/sms/verify_code', body: { data } }),
  'verifyCodeForgotten.data': (data) => ({ path: '/sms/verify_code/forget_pwd', body: { data } }),
  'verifyCodeLogIn.data': (data) => ({ path: '/sms/verify_code/log_in', body: { data } }),
  'logIn.account': (account) => ({
    path: '/auth/log_in',
    body: { account, password: PASSWORD, code: CODE },
  }),
  'logIn.account without a code': (account) => ({
    path: '/auth/log_in',
    body: { account, password: PASSWORD },
  }),
  'logIn.email': (email) => ({ path: '/auth/log_in', body: { email, code: CODE } }),
  'register.email': (email) => ({
    path: '/auth/sign_in',
    body: { username: 'newcomer', email, password: PASSWORD, code: CODE },
  }),
  'resetPassword.email': (email) => ({
    path: '/auth/reset_password',
    body: { email, password: PASSWORD, code: CODE },
  }),
}

/** Requests by a user name, with a wrong password or code. */
export const BY_NAME: Record<string, (name: string) => Typed> = {
  'verifyCodeLogIn.data': (data) => ({ path: '/sms/verify_code/log_in', body: { data } }),
  'logIn.account': (account) => ({ path: '/auth/log_in', body: { account, password: PASSWORD } }),
  'register.username': (username) => ({
    path: '/auth/sign_in',
    body: { username, email: 'newcomer@example.com', password: PASSWORD, code: CODE },
  }),
}

/** Fields whose answer cannot depend on the account of another person, with the reason. */
export const NO_PERSON: Record<string, string> = {
  'chooseName.username': 'shows that a user name is taken, as the page of the author does',
  'changeAuthor.display_name': 'is shown on the page of the author, and need not be unique',
  'emailCodes.email': 'gets a code, whether an account has it or not',
  'changeEmail.email': 'is compared with other accounts after the code that was mailed to it',
  'deleteAccount.username': 'is compared with the name of the account of the session',
  'author.author': 'reads the public page of an author',
  'list.author': 'reads what is public',
  'search.author': 'reads what is public',
  'searchCounts.author': 'reads what is public',
  'categories.author': 'reads what is public',
  'create.owner': 'is the owner of a repository',
  'update.owner': 'is the owner of a repository',
  'githubCheck.owner': 'is the owner of a repository',
  'receiveNotice.tag_name': 'is the tag of a release',
  'createToken.name': 'is the name of a token of the account of the session',
  'coverPreviews.name': 'is the name of a file',
  'fileIcon.name': 'is the name of an icon',
  'fileSheet.name': 'is the name of a file',
  'originalFile.name': 'is the name of a file',
  'file.name': 'is the name of a file',
  'variantFile.name': 'is the name of a file',
  'packExport.name': 'is the name of a file',
  'moderatedProjects.author': 'needs a role, which lists all accounts',
  'bulkPreview.author': 'needs a role, which lists all accounts',
  'startBulk.author': 'needs a role, which lists all accounts',
  'changeRole.username': 'needs a role, which lists all accounts',
  'endAccountSessions.username': 'needs a role, which lists all accounts',
  'liftSuspension.username': 'needs a role, which lists all accounts',
  'moderatedAccount.username': 'needs a role, which lists all accounts',
  'suspendAccount.username': 'needs a role, which lists all accounts',
  'changeSettings.app_name': 'is the name of the application',
  'changeSettings.site_name': 'is the name of the site',
  'changeSettings.support_email': 'is the address of the operator',
  'report.author': 'is an author with a public page',
  'report.email': 'is where the sender wants an answer, and is compared with no account',
}
