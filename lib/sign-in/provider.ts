import 'server-only'
import * as oauth from 'oauth4webapi'
import { z } from 'zod'
import { call, callEnvelope } from '#lib/api/call.ts'
import { ifAvailable } from '#lib/api/if-available.ts'
import { visitorHeaders } from '#lib/api/visitor.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import { repositoryUrlSchema } from '#lib/contract/project.ts'
import { callbackPath, PROVIDER_TABLE, PROVIDERS, type Provider } from '#lib/contract/provider.ts'
import { repositoryAddress } from '#lib/contract/repository.ts'
import { type Env, env, shownSettings } from '#lib/env.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import {
  deviceCookieName,
  deviceCookies,
  deviceHeaders,
  deviceTokens,
} from '#lib/session/device.ts'
import { redirectTo } from '#lib/session/respond.ts'
import { seal, unseal } from '#lib/session/secret.ts'
import { type Cookie, cookie, readCookie, sessionCookies } from '#lib/session/session.ts'
import { postedForm } from './posted-form.ts'
import { provenAt } from './repository-proof.ts'
import { invitationIn } from './invitation-in.ts'
import { safePath } from './safe-path.ts'

/** Lifetime of a sign-in flow, in seconds. */
const FLOW_S = 600

/** Outcomes of a flow that ends without a sign-in. */
export const OUTCOMES = [
  'cancelled',
  'denied',
  'expired',
  'forged',
  'refused',
  'closed',
  'failed',
] as const
export type ProviderOutcome = (typeof OUTCOMES)[number]

/** Sealed cookie during the visit at the provider. */
const flowSchema = z.object({
  provider: z.enum(PROVIDERS),
  state: z.string(),
  verifier: z.string(),
  locale: z.enum(LOCALES),
  redirect: z.string().nullable(),
  /** Set to prove push access to this repository instead of signing in. */
  repository: repositoryUrlSchema.nullable(),
})
type Flow = z.infer<typeof flowSchema>

const SETTINGS = {
  google: ['GOOGLE_CLIENT_ID', 'GOOGLE_AUTHORIZE_URL'],
  github: ['GITHUB_CLIENT_ID', 'GITHUB_AUTHORIZE_URL'],
  discord: ['DISCORD_CLIENT_ID', 'DISCORD_AUTHORIZE_URL'],
} as const satisfies Record<Provider, readonly (keyof Env)[]>

const clientIdOf = (provider: Provider) => env()[SETTINGS[provider][0]]

/** Whether repositories can be proved by push access at GitHub, also where it is not offered for signing in. */
export const hasGitHub = () => clientIdOf('github') !== undefined

/** Providers that the operator has configured. */
export const configuredProviders = () =>
  PROVIDERS.filter((provider) => clientIdOf(provider) !== undefined)

/** Those that are not switched off for signing in. */
export const offeredProviders = () => configuredProviders().filter((provider) => !isOff(provider))

const isOff = (provider: Provider) => shownSettings()[`provider.${provider}`] === 'off'

/** One cookie per provider, so that concurrent flows do not interfere. */
function flowCookieName(provider: Provider): string {
  const isHttps = env().SITE_URL.startsWith('https:')
  return `${isHttps ? '__Host-' : ''}oauth_${provider}`
}
const endFlow = (provider: Provider): Cookie =>
  cookie(flowCookieName(provider), '', { httpOnly: true, maxAge: 0 })

/**
 * Redirects to a provider, with a state bound to this browser and PKCE (RFC 7636, S256). The
 * redirect URI is built from `SITE_URL`.
 */
export async function startFlow(request: Request, provider: Provider): Promise<Response | null> {
  const clientId = clientIdOf(provider)
  if (clientId === undefined) return null
  const form = await postedForm(request)
  if (form instanceof Response) return form
  const repository = provider === 'github' ? repositoryAddress(form.get('repository') ?? '') : null
  if (repository === null && isOff(provider)) return null
  const state = oauth.generateRandomState()
  const verifier = oauth.generateRandomCodeVerifier()
  const flow: Flow = {
    provider,
    state,
    verifier,
    locale: LOCALES.find((locale) => locale === form.get('locale')) ?? LOCALES[0],
    redirect: safePath(form.get('redirect')),
    repository,
  }
  const address = new URL(env()[SETTINGS[provider][1]])
  address.search = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri(provider),
    // Public repositories need no further scope; the account is not requested.
    scope: flow.repository === null ? PROVIDER_TABLE[provider].scope : 'read:user',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString()
  const sealed = await seal(flow, FLOW_S)
  const flowCookie = cookie(flowCookieName(provider), sealed, { httpOnly: true, maxAge: FLOW_S })
  return redirectTo(address.href, [flowCookie])
}

const redirectUri = (provider: Provider) => `${env().SITE_URL}${callbackPath(provider)}`

/**
 * Handles the redirect from a provider: signs in and continues, or redirects to the page that
 * reports the outcome. The state is valid for one return, whatever the outcome.
 */
export async function finishFlow(request: Request, provider: Provider): Promise<Response> {
  const sealed = readCookie(request.headers.get('cookie'), flowCookieName(provider))
  const flow = sealed ? await unseal(sealed, FLOW_S, flowSchema) : null
  const cookieHeader = request.headers.get('cookie')
  if (flow?.repository) {
    const parameters = returnedParameters(request, provider, flow)
    const code = parameters instanceof URLSearchParams ? parameters.get('code') : null
    const grant = { code, redirect_uri: redirectUri(provider), code_verifier: flow.verifier }
    const returnTo = flow.redirect ?? localePath(flow.locale, paths.upload('plugin'))
    return provenAt(
      request,
      { ...grant, repository_url: flow.repository },
      returnTo,
      endFlow(provider),
    )
  }
  const devices = await deviceTokens(readCookie(cookieHeader, deviceCookieName()))
  const outcome = await redeem(request, provider, flow, deviceHeaders(devices))
  const cookies = [endFlow(provider)]
  if (typeof outcome === 'string') return redirectTo(outcomePath(provider, outcome, flow), cookies)
  const { token } = outcome
  // Without an answer the next page asks for a missing user name itself.
  const user = await ifAvailable(call('accountInfo', {}, { token }))
  const session = await sessionCookies({ token, user })
  const deviceCookie = await deviceCookies(devices, outcome.device)
  const locale = flow?.locale ?? LOCALES[0]
  const path = flow?.redirect ?? localePath(locale, paths.home)
  const to = user?.name_pending ? localePath(locale, paths.chooseName(path)) : path
  return redirectTo(to, [...cookies, ...session, ...deviceCookie])
}

function outcomePath(provider: Provider, outcome: ProviderOutcome, flow: Flow | null): string {
  const query = new URLSearchParams({ outcome })
  if (flow?.redirect) query.set('redirect', flow.redirect)
  return `${localePath(flow?.locale ?? LOCALES[0], callbackPath(provider))}?${query}`
}

async function redeem(
  request: Request,
  provider: Provider,
  flow: Flow | null,
  devices: Record<string, string>,
): Promise<ProviderOutcome | { token: string; device: string | undefined }> {
  const parameters = returnedParameters(request, provider, flow)
  if (typeof parameters === 'string') return parameters
  const grant = {
    code: parameters.get('code') ?? '',
    redirect_uri: redirectUri(provider),
    code_verifier: flow?.verifier ?? '',
    invitation: invitationIn(flow?.redirect ?? null),
  }
  const headers = { ...visitorHeaders(request.headers), ...devices }
  const answer = await ifAvailable(callEnvelope(`${provider}SignIn`, grant, { headers }))
  if (answer?.code === CODE_OK && answer.token) {
    return { token: answer.token, device: answer.device }
  }
  if (answer?.reason === 'registration_closed') return 'closed'
  return answer && answer.code < 500 ? 'refused' : 'failed'
}

/** Parameters that a provider sent to the browser that started the flow, or the outcome. */
function returnedParameters(
  request: Request,
  provider: Provider,
  flow: Flow | null,
): URLSearchParams | ProviderOutcome {
  const clientId = clientIdOf(provider)
  if (clientId === undefined) return 'failed'
  if (flow === null || flow.provider !== provider) return 'expired'
  try {
    const server = { issuer: PROVIDER_TABLE[provider].issuer }
    const { searchParams } = new URL(request.url)
    // The issuer: the operator may have configured another address.
    searchParams.delete('iss')
    const client = { client_id: clientId }
    return oauth.validateAuthResponse(server, client, searchParams, flow.state)
  } catch (error) {
    if (!(error instanceof oauth.AuthorizationResponseError)) return 'forged'
    return error.error === 'access_denied' ? 'cancelled' : 'denied'
  }
}
