import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { OAuth2Server } from 'oauth2-mock-server'
import { z } from 'zod'
import { onLoopback } from './on-loopback.ts'

export const CLIENT = { id: 'the-site', secret: 'the-secret-of-the-site' }

const personSchema = z.object({
  id: z.coerce.number().int().positive(),
  name: z.string(),
  email: z.string(),
  verified: z.coerce.boolean(),
})
export type ProviderPerson = z.infer<typeof personSchema>

type Grant = { person: ProviderPerson; challenge: string; redirectUri: string }

/**
 * The OAuth endpoints of GitHub and Discord over real HTTP, with responses like the real ones. The
 * consent page asks which person to sign in as and has a button to deny access.
 */
export async function startProviderStub() {
  const grants = new Map<string, Grant>()
  const tokens = new Map<string, ProviderPerson>()

  function consentPage(query: URLSearchParams): string {
    const field = (name: string, value: string) =>
      `<p><label>${name} <input name="${name}" value="${value}"></label></p>`
    const hidden = [...query].map(
      ([name, value]) =>
        `<input type="hidden" name="${name}" value="${value.replaceAll('"', '&quot;')}">`,
    )
    return `<!doctype html><html lang="en"><title>Authorize</title><h1>Authorize the site?</h1>
<form action="/consent">${hidden.join('')}
${field('id', '4711')}${field('name', 'octo-ada')}${field('email', 'octo@example.com')}
${field('verified', 'yes')}
<button name="answer" value="allow">Authorize</button>
<button name="answer" value="deny">Cancel</button></form></html>`
  }

  function consent(query: URLSearchParams, res: ServerResponse) {
    const back = new URL(query.get('redirect_uri') ?? '')
    back.searchParams.set('state', query.get('state') ?? '')
    if (query.get('answer') === 'deny') {
      back.searchParams.set('error', 'access_denied')
      back.searchParams.set('error_description', 'The user has denied your application access.')
    } else {
      const person = personSchema.parse(Object.fromEntries(query))
      back.searchParams.set('code', grant(person, query))
    }
    res.writeHead(302, { location: back.href }).end()
  }

  function grant(person: ProviderPerson, query: URLSearchParams): string {
    const code = randomBytes(10).toString('hex')
    grants.set(code, {
      person,
      challenge: query.get('code_challenge') ?? '',
      redirectUri: query.get('redirect_uri') ?? '',
    })
    return code
  }

  /** Exchanges a code for a token, once and only for its client (RFC 6749, RFC 7636). */
  function redeem(body: URLSearchParams): string | undefined {
    const known = grants.get(body.get('code') ?? '')
    grants.delete(body.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      body.get('client_id') === CLIENT.id &&
      body.get('client_secret') === CLIENT.secret &&
      known?.redirectUri === body.get('redirect_uri') &&
      known?.challenge === challenge
    if (!known || !isRight) return undefined
    const token = `gho_${randomBytes(18).toString('hex')}`
    tokens.set(token, known.person)
    return token
  }

  async function answer(req: IncomingMessage, res: ServerResponse) {
    const url = new URL(req.url ?? '/', 'http://stub.test')
    const person = tokens.get(req.headers.authorization?.replace(/^Bearer /, '') ?? '')
    switch (`${req.method} ${url.pathname}`) {
      case 'GET /authorize':
        res.setHeader('content-type', 'text/html; charset=utf-8').end(consentPage(url.searchParams))
        return
      case 'GET /consent':
        consent(url.searchParams, res)
        return
      case 'POST /github/token': {
        const token = redeem(await form(req))
        // With status 200, as GitHub does.
        if (token) return json(res, 200, { access_token: token, scope: '', token_type: 'bearer' })
        return json(res, 200, {
          error: 'bad_verification_code',
          error_description: 'The code passed is incorrect or expired.',
          error_uri: 'https://docs.github.com/apps',
        })
      }
      case 'GET /github/user':
        if (!person) return json(res, 401, { message: 'Bad credentials', status: '401' })
        return json(res, 200, { login: person.name, id: person.id, type: 'User', email: null })
      case 'GET /github/user/emails':
        if (!person) return json(res, 401, { message: 'Bad credentials', status: '401' })
        return json(res, 200, [
          { email: 'old@example.com', primary: false, verified: true, visibility: null },
          {
            email: person.email,
            primary: true,
            verified: person.verified,
            visibility: 'private',
          },
        ])
      case 'POST /discord/token': {
        const token = redeem(await form(req))
        if (!token) {
          return json(res, 400, {
            error: 'invalid_grant',
            error_description: 'Invalid "code" in request.',
          })
        }
        const rest = { token_type: 'Bearer', expires_in: 604_800, refresh_token: 'r', scope: '' }
        return json(res, 200, { access_token: token, ...rest })
      }
      case 'GET /discord/user':
        if (!person) return json(res, 401, { message: '401: Unauthorized', code: 0 })
        return json(res, 200, {
          id: String(person.id),
          username: person.name,
          discriminator: '0',
          global_name: person.name,
          email: person.email,
          verified: person.verified,
        })
      default:
        return json(res, 404, { message: 'Not Found' })
    }
  }

  const server = createServer((req, res) => {
    answer(req, res).catch(() => res.writeHead(500).end())
  })
  return {
    ...(await onLoopback(server)),
    /** Grants consent for a person. @returns the authorization code. */
    consent: (person: ProviderPerson, verifier: string, redirectUri: string) =>
      grant(
        person,
        new URLSearchParams({
          code_challenge: createHash('sha256').update(verifier).digest('base64url'),
          redirect_uri: redirectUri,
        }),
      ),
  }
}

/** An OpenID provider as a stand-in for Google. */
export async function startGoogle() {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('RS256')
  await server.start(0, '127.0.0.1')
  const { port } = server.address()
  const url = `http://127.0.0.1:${port}`
  server.issuer.url = url
  return { server, url, stop: () => server.stop() }
}

/** Environment variables that point a site to these providers. */
export function providerVariables(stub: string, google: string) {
  return {
    GITHUB_CLIENT_ID: CLIENT.id,
    GITHUB_CLIENT_SECRET: CLIENT.secret,
    GITHUB_AUTHORIZE_URL: `${stub}/authorize`,
    GITHUB_TOKEN_URL: `${stub}/github/token`,
    GITHUB_USER_URL: `${stub}/github/user`,
    DISCORD_CLIENT_ID: CLIENT.id,
    DISCORD_CLIENT_SECRET: CLIENT.secret,
    DISCORD_AUTHORIZE_URL: `${stub}/authorize`,
    DISCORD_TOKEN_URL: `${stub}/discord/token`,
    DISCORD_USER_URL: `${stub}/discord/user`,
    GOOGLE_CLIENT_ID: CLIENT.id,
    GOOGLE_CLIENT_SECRET: CLIENT.secret,
    GOOGLE_ISSUER_URL: google,
    GOOGLE_AUTHORIZE_URL: `${google}/authorize`,
    GOOGLE_TOKEN_URL: `${google}/token`,
    GOOGLE_USER_URL: `${google}/userinfo`,
  }
}

async function form(req: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(Buffer.from(chunk))
  return new URLSearchParams(Buffer.concat(chunks).toString())
}

function json(res: ServerResponse, status: number, body: unknown) {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
