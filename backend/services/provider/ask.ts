import * as oauth from 'oauth4webapi'
import type { z } from 'zod'
import type { oauthQuerySchema } from '#lib/contract/account.ts'
import { callbackPath, type Provider } from '#lib/contract/provider.ts'
import { readBounded, TooLargeError } from '#lib/limits/read-bounded.ts'
import { InvalidInputError, DomainError } from '#backend/errors.ts'
import { githubEmailsSchema, PROFILE_SCHEMAS, type Profile } from './profile.ts'

/** OAuth client of the site at a provider, and the endpoints of the provider. */
export type ProviderConfig = {
  clientId: string
  clientSecret: string
  issuer: string
  token: string
  user: string
}
export type Providers = Partial<Record<Provider, ProviderConfig>>

/** Timeout in ms and maximum size in bytes of each response of a provider. */
const TIMEOUT_MS = 5_000
const ANSWER_MAX_BYTES = 256 * 1024

type Query = z.infer<typeof oauthQuerySchema>

/**
 * Exchanges an authorization code and reads the user's profile. The redirect URI must be exactly the
 * site's own.
 * @throws InvalidInputError; DomainError `provider_refused` if the provider rejects the code,
 * `provider_unreachable` if it cannot be reached or its response is invalid.
 */
export async function askProvider(
  provider: Provider,
  config: ProviderConfig,
  siteUrl: string,
  query: Query,
): Promise<Profile> {
  const accessToken = await exchangeCode(provider, config, siteUrl, query)
  const profile = PROFILE_SCHEMAS[provider].safeParse(await fetchJson(config.user, accessToken))
  if (!profile.success) throw unavailable()
  if (provider !== 'github') return profile.data
  const emails = githubEmailsSchema.safeParse(await fetchJson(`${config.user}/emails`, accessToken))
  return { ...profile.data, email: emails.success ? emails.data : null }
}

/** Exchanges a code for an access token, which callers must not store. @throws as `askProvider`. */
export async function exchangeCode(
  provider: Provider,
  config: ProviderConfig,
  siteUrl: string,
  { code, redirect_uri, code_verifier }: Query,
): Promise<string> {
  const redirectUri = `${siteUrl}${callbackPath(provider)}`
  if (redirect_uri !== redirectUri)
    throw new InvalidInputError('redirect_uri: not an address of this site')
  return requestToken(config, { code, codeVerifier: code_verifier, redirectUri })
}

type Exchange = { code: string; codeVerifier: string; redirectUri: string }

async function requestToken(config: ProviderConfig, { code, codeVerifier, redirectUri }: Exchange) {
  const server = { issuer: config.issuer, token_endpoint: config.token }
  const client = { client_id: config.clientId }
  try {
    const parameters = oauth.validateAuthResponse(
      server,
      client,
      new URLSearchParams({ code }),
      // The web app has checked the state (lib/sign-in/provider.ts).
      oauth.skipStateCheck,
    )
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.ClientSecretPost(config.clientSecret),
      parameters,
      redirectUri,
      codeVerifier,
      {
        signal: AbortSignal.timeout(TIMEOUT_MS),
        [oauth.customFetch]: fetchBounded,
        // Tests and intranets use plain http; the operator configures the address.
        [oauth.allowInsecureRequests]: config.token.startsWith('http:'),
      },
    )
    const result = await oauth.processAuthorizationCodeResponse(server, client, response)
    return result.access_token
  } catch (error) {
    // GitHub rejects with status 200 and `error` in the body, reported as a missing token.
    const isRefusal =
      error instanceof oauth.ResponseBodyError ||
      (error instanceof oauth.OperationProcessingError && error.code === oauth.INVALID_RESPONSE)
    if (isRefusal) throw new DomainError('provider_refused', 'The provider rejected the sign-in.')
    throw unavailable(error)
  }
}

/** `fetch` for the library, which would read an answer of any length. */
async function fetchBounded(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  const { status, headers } = response
  const text = await readBounded(response, ANSWER_MAX_BYTES)
  return new Response(text === '' ? null : text, { status, headers })
}

async function fetchJson(url: string, accessToken: string): Promise<unknown> {
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
    const text = await readBounded(response, ANSWER_MAX_BYTES)
    return response.ok ? JSON.parse(text) : null
  } catch (error) {
    if (error instanceof TooLargeError) return null
    throw unavailable(error)
  }
}

function unavailable(cause?: unknown) {
  const error = new DomainError('provider_unreachable', 'The provider cannot be reached.')
  error.cause = cause
  return error
}
