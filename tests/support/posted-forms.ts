import { z } from 'zod'
import type { FormName } from '#lib/form/table.ts'
import { signedIn, SITE } from './session.ts'

const ACCOUNT = { to: '/de/home/user/account/ada' }
const ADMIN = { to: '/de/admin' }
const OWN = { locale: 'de', kind: 'icon', id: 'a1' }
const REASON = { reason: 'Spam.' }
const PAGE = { locale: 'de', to: '/de/home/user/page?kind=icon' }

/** What a page sends, complete: with it each form makes a call. */
export const FORM_FIELDS = {
  'account-password': {
    ...ACCOUNT,
    password: 'engine-1843',
    new_password: 'difference-2',
    confirm: 'difference-2',
  },
  'account-name': { ...ACCOUNT, username: 'ada_lovelace' },
  'account-author': { ...ACCOUNT, display_name: 'Ada', about: '', links: '' },
  'account-delete': { ...ACCOUNT, username: 'ada', password: 'engine-1843' },
  'account-sessions': { ...ACCOUNT, others: 'true' },
  'account-tokens': { ...ACCOUNT, id: 't1' },
  'account-publishers': { ...ACCOUNT, id: 'p1' },
  'account-events': { ...ACCOUNT, id: 'p1', events: 'push' },
  'account-code': { ...ACCOUNT, from: 'delete' },
  'project-delete': OWN,
  'project-draft': OWN,
  'project-upload': OWN,
  'project-version': { ...OWN, version: '1.1.0', change: 'withdrawn', reason: '' },
  'admin-role': { ...ADMIN, username: 'ada', role: 'moderator', ...REASON },
  'admin-revoke': { ...ADMIN, id: 'i1' },
  'admin-accept': { ...ADMIN, code: 'c'.repeat(43) },
  'admin-decide': { ...ADMIN, number: '7', revision: '1', action: 'hide', reason: 'spam' },
  'admin-undo': { ...ADMIN, number: '7', revision: '1' },
  'admin-held': { ...ADMIN, kind: 'icon', id: 'a1', action: 'release', version: '', ...REASON },
  'admin-reporter': { ...ADMIN, code: 'c'.repeat(43), text: 'It is mine.' },
  'admin-author': { ...ADMIN, number: '7', text: 'It is mine.' },
  'admin-suspend': { ...ADMIN, username: 'ada', until: '', projects: 'keep', ...REASON },
  'admin-lift': { ...ADMIN, username: 'ada', ...REASON },
  'admin-sessions': { ...ADMIN, username: 'ada', ...REASON },
  'admin-project': { ...ADMIN, kind: 'icon', id: 'a1', action: 'hide', ...REASON },
  'admin-correct': {
    ...ADMIN,
    kind: 'icon',
    id: 'a1',
    category: 'other',
    tags: 'sun',
    visibility: 'listed',
    revision: '2',
    ...REASON,
  },
  'admin-bulk': { ...ADMIN, action: 'hide', author: 'ada', ...REASON },
  'admin-bulk_undo': { ...ADMIN, id: 'b1' },
  'admin-setup_end': ADMIN,
  'admin-remove_demo': ADMIN,
  'admin-retry': { ...ADMIN, id: 'j1' },
  'admin-discard_job': { ...ADMIN, id: 'j1' },
  'admin-backup': ADMIN,
  enter: { locale: 'de', mode: 'password', account: 'ada', password: 'engine-1843', redirect: '' },
  token: { ...PAGE, name: 'CI', scopes: 'publish', days: '90' },
  publisher: {
    ...PAGE,
    project_id: 'a1',
    issuer: 'https://gitlab.com',
    repository: 'ada/orchard',
    workflow: 'release.yml',
    events: 'push',
  },
  release: { ...PAGE, project_id: 'a1', intent: 'check' },
  status: { ...PAGE, kind: 'icon', project_id: 'a1', visibility: 'unlisted' },
  answer: { ...PAGE, kind: 'icon', project_id: 'a1', text: 'It is mine.' },
  email: { ...PAGE, email: 'ada@example.com' },
  invite: { ...PAGE, role: 'moderator' },
  'test-mail': PAGE,
  settings: { ...PAGE, revision: '1', site_name: 'Orchard' },
} as const satisfies Partial<Record<FormName, Record<string, string>>>
type Sent = {
  /** As pairs where a name is sent several times. */
  fields?: Record<string, string> | string[][]
  headers?: Record<string, string>
  cookie?: string | null
}

/** Posts a form like a browser: without scripts, or with the header that a script adds. */
export async function post(name: string, { fields, headers = {}, cookie }: Sent = {}) {
  const own: Readonly<Record<string, Record<string, string>>> = FORM_FIELDS
  const { POST } = await import('#app/api/form/[form]/route.ts')
  const session = cookie === undefined ? await signedIn('good') : cookie
  const request = new Request(`${SITE}/api/form/${name}`, {
    method: 'POST',
    headers: {
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
      ...(session !== null && { cookie: session }),
      ...headers,
    },
    body: new URLSearchParams(fields ?? own[name]).toString(),
  })
  return POST(request, { params: Promise.resolve({ form: name }) })
}
export const SCRIPT = { accept: 'application/json' }
export const placeOf = ({ headers }: Response) => new URL(headers.get('location') ?? '', SITE)

const envelopeSchema = z.object({
  code: z.number(),
  data: z
    .object({ to: z.string().nullable(), state: z.unknown(), is_changed: z.boolean() })
    .nullable(),
})
export const envelopeOf = async (response: Response) => envelopeSchema.parse(await response.json())
