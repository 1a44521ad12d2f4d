import * as oauth from 'oauth4webapi'
import type { z } from 'zod'
import type { oauthQuerySchema } from '#lib/contract/account.ts'
import { callbackPath, type Provider } from '#lib/contract/provider.ts'
import { BadRequest, HttpError } from '#backend/http/errors.ts'
import { githubEmailsSchema, PROFILE_SCHEMAS, type Profile } from './profile.ts'

/** How the site is known to a provider, and where the provider answers. */
export type ProviderConfig = {
  clientId: string
  clientSecret: string
  issuer: string
  token: string
  user: string
}
export type Providers = Partial<Record<Provider, ProviderConfig>>

/** A provider has this long for each answer, in ms, and may say this much, in bytes. */
const TIMEOUT_MS = 5_000
const ANSWER_MAX_BYTES = 256 * 1024

type Query = z.infer<typeof oauthQuerySchema>

/**
 * Exchanges the code that a provider gave somebody, and asks who they are. The address it was sent
 * to must be the site's own, exactly.
 * @throws BadRequest; HttpError 403 (`provider_refused`) when the provider says no; 503 when it
 * cannot be reached or says nothing that makes sense.
 */
export async function askProvider(
  provider: Provider,
  config: ProviderConfig,
  siteUrl: string,
  query: Query,
): Promise<Profile> {
  const accessToken = await tokenFor(provider, config, siteUrl, query)
  const profile = PROFILE_SCHEMAS[provider].safeParse(await read(config.user, accessToken))
  if (!profile.success) throw unavailable()
  if (provider !== 'github') return profile.data
  const emails = githubEmailsSchema.safeParse(await read(`${config.user}/emails`, accessToken))
  return { ...profile.data, email: emails.success ? emails.data : null }
}

/** The access token for a code; the caller uses it once and keeps it nowhere. @throws as above. */
export async function tokenFor(
  provider: Provider,
  config: ProviderConfig,
  siteUrl: string,
  { code, redirect_uri, code_verifier }: Query,
): Promise<string> {
  const home = `${siteUrl}${callbackPath(provider)}`
  if (redirect_uri !== home) throw new BadRequest('redirect_uri: not the address of this site')
  return exchange(config, { code, codeVerifier: code_verifier, home })
}

type Exchange = { code: string; codeVerifier: string; home: string }

async function exchange(config: ProviderConfig, { code, codeVerifier, home }: Exchange) {
  const server = { issuer: config.issuer, token_endpoint: config.token }
  const client = { client_id: config.clientId }
  try {
    const parameters = oauth.validateAuthResponse(
      server,
      client,
      new URLSearchParams({ code }),
      // The web app has compared the state with the browser's; see lib/auth/provider.ts.
      oauth.skipStateCheck,
    )
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.ClientSecretPost(config.clientSecret),
      parameters,
      home,
      codeVerifier,
      {
        signal: AbortSignal.timeout(TIMEOUT_MS),
        // Tests and intranets have plain http; the operator chose the address.
        [oauth.allowInsecureRequests]: config.token.startsWith('http:'),
      },
    )
    const answer = await oauth.processAuthorizationCodeResponse(server, client, response)
    return answer.access_token
  } catch (error) {
    // GitHub says no with status 200 and `error` in the body, where a token is missed.
    const isRefusal =
      error instanceof oauth.ResponseBodyError ||
      (error instanceof oauth.OperationProcessingError && error.code === oauth.INVALID_RESPONSE)
    if (isRefusal) throw new HttpError(403, 'The provider says no.', 'provider_refused')
    throw unavailable(error)
  }
}

async function read(url: string, accessToken: string): Promise<unknown> {
  try {
    const response = await fetch(url, {
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${accessToken}`,
        'user-agent': 'keystrip',
      },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await response.text()
    if (!response.ok || text.length > ANSWER_MAX_BYTES) return null
    return JSON.parse(text)
  } catch (error) {
    throw unavailable(error)
  }
}

function unavailable(cause?: unknown) {
  const error = new HttpError(503, 'The provider cannot be reached.')
  error.cause = cause
  return error
}
