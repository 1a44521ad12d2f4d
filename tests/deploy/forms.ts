import { request as requestHttp, type IncomingHttpHeaders } from 'node:http'
import { request as requestHttps } from 'node:https'

/* The forms of the site, as browsers post them with and without scripts, by requests to a proxy. */

type Headers = Record<string, string>
export type FormReply = { status: number; headers: IncomingHttpHeaders; text: string }
export type AskForm = (
  path: string,
  sent?: { headers?: Headers; body?: string },
) => Promise<FormReply>

/** Asks the proxy on a port of the loopback interface as the host of the site: GET, or with a body POST. */
export const askerOf =
  (site: URL, port: number, ca?: string): AskForm =>
  (path, { headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const request = site.protocol === 'https:' ? requestHttps : requestHttp
      const method = body === undefined ? 'GET' : 'POST'
      const length: Headers = body === undefined ? {} : { 'content-length': `${body.length}` }
      const options = {
        host: '127.0.0.1',
        port,
        path,
        method,
        servername: site.hostname,
        ca,
        agent: false,
        headers: { host: site.host, 'accept-encoding': 'identity', ...length, ...headers },
      }
      const req = request(options, (res) => {
        const { statusCode: status = 0 } = res
        let text = ''
        res.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        res.once('end', () => resolve({ status, headers: res.headers, text }))
        res.once('error', reject)
      })
      req.once('error', (error) => reject(new Error(`${method} ${path}: ${error.message}`)))
      req.end(body)
    })

/** A form, and what its answer has where it was accepted. `send` gets what a browser says of the page that posts. */
export type TriedForm = {
  name: string
  send: (ask: AskForm, said: Headers) => Promise<FormReply>
  isAccepted: (reply: FormReply) => boolean
}
type Field = readonly [name: string, value: string]

const TYPED = 'application/x-www-form-urlencoded'

/** Fields as a browser sends those of a form with files: in their order. */
async function multipart(fields: readonly Field[]): Promise<{ headers: Headers; body: string }> {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  const made = new Response(form)
  const type = made.headers.get('content-type') ?? ''
  return { headers: { 'content-type': type }, body: await made.text() }
}

/** Answers that several forms need, by proxy. */
const answers = new Map<AskForm, Map<string, Promise<FormReply>>>()
function once(ask: AskForm, name: string, send: () => Promise<FormReply>): Promise<FormReply> {
  const own = answers.get(ask) ?? new Map<string, Promise<FormReply>>()
  const reply = own.get(name) ?? send()
  answers.set(ask, own.set(name, reply))
  return reply
}

const unescape = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** The form of a page that posts to a server action: its hidden fields, and the id of the action. */
async function formOf(ask: AskForm, page: string): Promise<{ hidden: Field[]; action: string }> {
  const { text } = await once(ask, page, () => ask(page))
  const form = /<form(?:(?!<form)[\s\S])*?\$ACTION_KEY[\s\S]*?<\/form>/.exec(text)?.[0] ?? ''
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?/g)]
  const action = /[0-9a-f]{42}/.exec(form)?.[0]
  if (action === undefined) throw new Error(`${page} has no form of an action: ${text}`)
  return { hidden: hidden.map(([, name = '', value = '']) => [name, unescape(value)]), action }
}

/** A form that posts to a server action, without scripts: the browser sends all fields, and follows a redirect. */
const plain =
  (page: string, fields: readonly Field[]) =>
  async (ask: AskForm, said: Headers): Promise<FormReply> => {
    const { hidden } = await formOf(ask, page)
    const { headers, body } = await multipart([...hidden, ...fields])
    return ask(page, { headers: { ...headers, ...said }, body })
  }

/** The same with scripts: the client router sends the arguments of the action as React writes them. */
const scripted =
  (page: string, fields: readonly Field[]) =>
  async (ask: AskForm, said: Headers): Promise<FormReply> => {
    const { hidden, action } = await formOf(ask, page)
    const own = hidden.filter(([name]) => !name.startsWith('$'))
    const sent = await multipart([
      ...[...own, ...fields].map(([name, value]) => [`_1_${name}`, value] as const),
      ['0', '[null,"$K1"]'],
    ])
    const headers = { ...sent.headers, accept: 'text/x-component', 'next-action': action, ...said }
    return ask(page, { headers, body: sent.body })
  }

const leadsTo = (place: RegExp) => (reply: FormReply) =>
  reply.status === 303 && place.test(reply.headers.location ?? '')
const setsCookie = ({ headers }: FormReply) => headers['set-cookie']?.length !== undefined
const isData = ({ status, headers }: FormReply) =>
  status === 200 && headers['content-type'] === 'text/x-component'

/** A form of the sign-in pages, in both ways. */
function entering(name: string, mode: string, fields: readonly Field[]): TriedForm[] {
  const typed = Object.fromEntries([['mode', mode], ...fields])
  const body = new URLSearchParams(typed).toString()
  const send =
    (accept: Headers): TriedForm['send'] =>
    (ask, said) =>
      ask('/api/form/enter', { headers: { 'content-type': TYPED, ...accept, ...said }, body })
  const isIn = (reply: FormReply) => setsCookie(reply) && leadsTo(/^\/home\/index$/)(reply)
  const isTold = (reply: FormReply) =>
    setsCookie(reply) && reply.status === 200 && reply.text.includes('"to":"/home/index"')
  return [
    { name, send: send({}), isAccepted: isIn },
    {
      name: `${name}, with scripts`,
      send: send({ accept: 'application/json' }),
      isAccepted: isTold,
    },
  ]
}

const PASSWORD = 'made-up-7Horse'
const account: Field[] = [
  ['account', 'ada'],
  ['password', PASSWORD],
]
const code: Field[] = [
  ['email', 'ada@example.org'],
  ['code', '123456'],
]
const chosen: Field[] = [
  ['password', PASSWORD],
  ['confirm', PASSWORD],
]
const report: Field[] = [
  ['text', 'It is a copy of my work.'],
  ['email', 'ada@example.org'],
]
const REPORT = '/home/report?kind=icon&id=project1&reason=other'

/** A form that posts to a handler, without scripts. */
const posted = (path: string, place: RegExp, body = 'to=%2Fhome%2Findex&confirm=1'): TriedForm => ({
  name: path,
  send: (ask, said) => ask(path, { headers: { 'content-type': TYPED, ...said }, body }),
  isAccepted: leadsTo(place),
})

async function sessionOf(ask: AskForm, said: Headers): Promise<Headers> {
  const { headers } = await once(ask, 'session', () => logIn(ask, said))
  const cookies = (headers['set-cookie'] ?? []).map((one) => one.split(';', 1)[0])
  return { cookie: cookies.join('; ') }
}
const logIn = (ask: AskForm, said: Headers) =>
  ask('/api/v1/auth/log_in', {
    headers: { 'content-type': 'application/json', ...said },
    body: JSON.stringify(Object.fromEntries(account)),
  })

/** What is sent with a session: `own` says that the page is one of the site, and opens it. */
export const formsOf = (own: Headers): TriedForm[] => [
  ...entering('signs in', 'password', account),
  ...entering('signs in by code', 'code', code),
  ...entering('registers', 'register', [...code, ['username', 'ada_lovelace'], ...chosen]),
  ...entering('resets the password', 'reset', [...code, ...chosen]),
  { name: 'reports', send: plain(REPORT, report), isAccepted: leadsTo(/^\/home\/faq$/) },
  {
    name: 'reports, with scripts',
    send: scripted(REPORT, report),
    // The page that follows is in the answer: the framework asks itself for it.
    isAccepted: (reply) =>
      isData(reply) &&
      reply.headers['x-action-redirect'] === '/home/faq;push' &&
      reply.text.length > 1000,
  },
  posted('/api/needs-scripts', /^\/needs-scripts$/),
  posted('/api/session/end', /^\/login\?ended=out$/),
  posted('/api/session/github', /^https:\/\/github\.example\/authorize\?/),
  posted('/api/form/account-author', /^\/login\?/),
  posted('/api/account/author', /^\/login\?/),
  posted('/api/form/project-delete', /^\/(?:login|home)\b/, 'kind=icon&id=project1&locale=en'),
  posted('/api/form/admin-role', /^\/(?:login|admin)\b/, 'account=ada'),
  {
    name: 'publishes without scripts',
    send: async (ask, said) => {
      const session = await sessionOf(ask, own)
      const { headers, body } = await multipart([['title', 'Orchard']])
      return ask('/api/publish/en/icon', { headers: { ...headers, ...session, ...said }, body })
    },
    isAccepted: leadsTo(/^\/home\/user\//),
  },
  {
    name: 'shows a preview, with scripts',
    send: async (ask, said) => {
      const session = await sessionOf(ask, own)
      return ask('/api/preview', { headers: { ...session, ...said }, body: '**new**' })
    },
    // A machine that is too busy for previews says so after it has accepted the origin.
    isAccepted: ({ status, text }) =>
      status === 503 || (status === 200 && text.includes('<strong>new</strong>')),
  },
  {
    name: 'calls the API, with scripts',
    send: logIn,
    isAccepted: (reply) => reply.status === 200 && setsCookie(reply),
  },
]

/** Addresses that lead to another one, and those whose page is large or has every kind of link. */
export const READS = [
  '/',
  '/en/home/index',
  '/home/index',
  '/home/user',
  '/home/iconpack/',
  '/api/v1/icon/',
  '/home/iconpack/detail/project1',
  '/api/session/renew?to=/home/user',
  '/feeds/en/all.xml',
  '/robots.txt',
  '/opensearch.xml',
]
