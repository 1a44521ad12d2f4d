import { z } from 'zod'
import { TOKEN_PATTERN } from '#lib/contract/access-token.ts'
import { CALLS } from '#lib/contract/calls.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { CliError, EXIT, usageError } from './exit.ts'
import { readText, send } from './http.ts'
import type { Io } from './io.ts'
import type { Reporter } from './reporter.ts'
import { withRetries } from './retry.ts'
import { createSite, parseJson, parseSite } from './site.ts'

/** Time limit of a request for an identity token, in ms, and its largest answer, in bytes. */
const IDENTITY_MS = 30_000
const IDENTITY_MAX_BYTES = 64 * 1024

/**
 * The access token of a command: `KEYSTRIP_TOKEN`, or with `isTrusted` one that the site gives for the identity of the
 * running job; `KEYSTRIP_PUBLISHER` names the trusted publisher, where several projects trust it. It is hidden in all output from here on.
 * @throws CliError `usage` without one; errors of the exchange.
 */
export async function getToken(
  io: Io,
  reporter: Reporter,
  { origin, isTrusted }: { origin: URL; isTrusted: boolean },
): Promise<string> {
  if (isTrusted) return exchange(io, reporter, origin)
  const token = io.env['KEYSTRIP_TOKEN']?.trim() ?? ''
  reporter.hide(token)
  if (token === '') {
    throw usageError('There is no access token. Set KEYSTRIP_TOKEN, or use --trusted.')
  }
  if (!TOKEN_PATTERN.test(token)) {
    throw usageError('KEYSTRIP_TOKEN is not an access token of a site: it is cut off or mistyped.')
  }
  return token
}

async function exchange(io: Io, reporter: Reporter, origin: URL): Promise<string> {
  const identity = await identityToken(io, reporter, origin.host)
  const site = createSite(io, reporter, { origin })
  const publisher = io.env['KEYSTRIP_PUBLISHER']?.trim() ?? ''
  const { token } = await site.call(CALLS.exchangeToken, {
    body: { token: identity, ...(publisher !== '' && { publisher_id: publisher }) },
  })
  reporter.hide(token)
  return token
}

const identitySchema = z.object({ value: z.string().min(1).max(20_000) })

/**
 * The identity token of a job for an audience: `KEYSTRIP_IDENTITY`, which GitLab sets for a job with `id_tokens`
 * (https://docs.gitlab.com/ci/yaml/#id_tokens), else the one that GitHub Actions or Forgejo Actions give
 * (https://docs.github.com/actions/reference/security/oidc, “Updating your actions for OIDC”).
 */
async function identityToken(io: Io, reporter: Reporter, audience: string): Promise<string> {
  const given = io.env['KEYSTRIP_IDENTITY']?.trim() ?? ''
  if (given !== '') {
    reporter.hide(given)
    return given
  }
  const address = io.env['ACTIONS_ID_TOKEN_REQUEST_URL'] ?? ''
  const secret = io.env['ACTIONS_ID_TOKEN_REQUEST_TOKEN'] ?? ''
  reporter.hide(secret)
  if (address === '' || secret === '') {
    throw usageError(
      `--trusted needs KEYSTRIP_IDENTITY, or a job with the permission “id-token: write” (for ${API_BASE}${CALLS.exchangeToken.path}).`,
    )
  }
  if (!URL.canParse(address)) throw usageError('ACTIONS_ID_TOKEN_REQUEST_URL is not an address.')
  parseSite(address)
  const url = new URL(address)
  url.searchParams.set('audience', audience)
  return withRetries(io, async () => {
    const answer = await send({
      method: 'GET',
      url,
      headers: { accept: 'application/json', authorization: `Bearer ${secret}` },
      totalMs: IDENTITY_MS,
      idleMs: IDENTITY_MS,
      signal: io.signal,
    })
    const text = await readText(answer, IDENTITY_MAX_BYTES, url)
    const parsed = answer.status === 200 ? identitySchema.safeParse(parseJson(text)) : null
    if (parsed?.success) {
      reporter.hide(parsed.data.value)
      return parsed.data.value
    }
    throw new CliError(
      EXIT.unreachable,
      'no_identity',
      `The build server gives no identity token (status ${answer.status}).`,
      { isTransient: answer.status === 429 || answer.status >= 500 },
    )
  })
}
