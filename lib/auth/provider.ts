import 'server-only'
import * as oauth from 'oauth4webapi'
import { z } from 'zod'
import { accountInfo, signInByProvider } from '#lib/api/accounts.ts'
import { ApiError } from '#lib/api/error.ts'
import { visitorHeaders } from '#lib/api/visitor.ts'
import type { AccountInfo } from '#lib/contract/account.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import { repositoryUrlSchema } from '#lib/contract/project.ts'
import { callbackPath, PROVIDER_TABLE, PROVIDERS, type Provider } from '#lib/contract/provider.ts'
import { repositoryAddress } from '#lib/contract/repository.ts'
import { type Env, env } from '#lib/env.ts'
import { namePath } from '#lib/i18n/login-path.ts'
import { localePath } from '#lib/i18n/path.ts'
import {
  deviceCookieName,
  deviceCookies,
  deviceHeaders,
  deviceTokens,
} from '#lib/session/device.ts'
import { leadTo } from '#lib/session/respond.ts'
import { seal, unseal } from '#lib/session/secret.ts'
import { type Cookie, cookie, readCookie, sessionCookies } from '#lib/session/session.ts'
import { postedForm } from './posted-form.ts'
import { provenAt } from './repository-proof.ts'
import { safePath } from './safe-path.ts'

/** Somebody who agrees at a provider has this long, in seconds. */
const FLOW_S = 600

/** How coming back from a provider can end, but for being signed in. */
export const OUTCOMES = ['cancelled', 'denied', 'expired', 'forged', 'refused', 'failed'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** What the browser keeps, sealed, while its owner is at the provider. */
const flowSchema = z.object({
  provider: z.enum(PROVIDERS),
  state: z.string(),
  verifier: z.string(),
  locale: z.enum(LOCALES),
  redirect: z.string().nullable(),
  /** Not to sign in, but to show that one may push to this repository. */
  repository: repositoryUrlSchema.nullable(),
})
type Flow = z.infer<typeof flowSchema>

const SETTINGS = {
  google: ['GOOGLE_CLIENT_ID', 'GOOGLE_AUTHORIZE_URL'],
  github: ['GITHUB_CLIENT_ID', 'GITHUB_AUTHORIZE_URL'],
  discord: ['DISCORD_CLIENT_ID', 'DISCORD_AUTHORIZE_URL'],
} as const satisfies Record<Provider, readonly (keyof Env)[]>

const clientIdOf = (provider: Provider) => env()[SETTINGS[provider][0]]

/** The providers that the operator has set up. */
export const offeredProviders = () =>
  PROVIDERS.filter((provider) => clientIdOf(provider) !== undefined)

/** One per provider, so that two at once do not end each other. */
function flowCookieName(provider: Provider): string {
  const isHttps = env().SITE_URL.startsWith('https:')
  return `${isHttps ? '__Host-' : ''}oauth_${provider}`
}
const endFlow = (provider: Provider): Cookie =>
  cookie(flowCookieName(provider), '', { httpOnly: true, maxAge: 0 })

/**
 * Leads to a provider, with a state that is bound to this browser, and PKCE (RFC 7636, S256). The
 * address back is built from `SITE_URL`.
 */
export async function startFlow(request: Request, provider: Provider): Promise<Response | null> {
  const clientId = clientIdOf(provider)
  if (clientId === undefined) return null
  const form = await postedForm(request)
  if (form instanceof Response) return form
  const state = oauth.generateRandomState()
  const verifier = oauth.generateRandomCodeVerifier()
  const flow: Flow = {
    provider,
    state,
    verifier,
    locale: LOCALES.find((locale) => locale === form.get('locale')) ?? LOCALES[0],
    redirect: safePath(form.get('redirect')),
    repository: provider === 'github' ? repositoryAddress(form.get('repository') ?? '') : null,
  }
  const address = new URL(env()[SETTINGS[provider][1]])
  address.search = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: homeOf(provider),
    // What is public needs no more, and who somebody is is not asked.
    scope: flow.repository === null ? PROVIDER_TABLE[provider].scope : 'read:user',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString()
  const kept = await seal(flow, FLOW_S)
  const flowCookie = cookie(flowCookieName(provider), kept, { httpOnly: true, maxAge: FLOW_S })
  return leadTo(address.href, [flowCookie])
}

const homeOf = (provider: Provider) => `${env().SITE_URL}${callbackPath(provider)}`

/**
 * Takes whoever comes back from a provider: signs in and leads where they wanted to go, or leads to
 * the screen that says what happened. The state is good for one return, whatever comes of it.
 */
export async function endOfFlow(request: Request, provider: Provider): Promise<Response> {
  const sealed = readCookie(request.headers.get('cookie'), flowCookieName(provider))
  const flow = sealed ? await unseal(sealed, FLOW_S, flowSchema) : null
  const cookieHeader = request.headers.get('cookie')
  if (flow?.repository) {
    const sent = sentBack(request, provider, flow)
    const code = sent instanceof URLSearchParams ? sent.get('code') : null
    const grant = { code, redirect_uri: homeOf(provider), code_verifier: flow.verifier }
    const back = flow.redirect ?? localePath(flow.locale, '/home/user/uploadplugin')
    return provenAt(request, { ...grant, repository_url: flow.repository }, back, endFlow(provider))
  }
  const devices = await deviceTokens(readCookie(cookieHeader, deviceCookieName()))
  const ended = await outcomeOf(request, provider, flow, deviceHeaders(devices))
  const cookies = [endFlow(provider)]
  if (typeof ended === 'string') return leadTo(screenOf(provider, ended, flow), cookies)
  const user = await askWho(ended.token)
  const session = await sessionCookies({ token: ended.token, user })
  const known = await deviceCookies(devices, ended.device)
  const locale = flow?.locale ?? LOCALES[0]
  const place = flow?.redirect ?? localePath(locale, '/home/index')
  const to = user?.name_pending ? namePath(locale, place) : place
  return leadTo(to, [...cookies, ...session, ...known])
}

/** Who has just signed in; nobody waits long for a name that the next page asks for itself. */
async function askWho(token: string): Promise<AccountInfo | null> {
  try {
    return await accountInfo(token)
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

function screenOf(provider: Provider, outcome: Outcome, flow: Flow | null): string {
  const query = new URLSearchParams({ outcome })
  if (flow?.redirect) query.set('redirect', flow.redirect)
  return `${localePath(flow?.locale ?? LOCALES[0], callbackPath(provider))}?${query}`
}

async function outcomeOf(
  request: Request,
  provider: Provider,
  flow: Flow | null,
  known: Record<string, string>,
): Promise<Outcome | { token: string; device: string | undefined }> {
  const parameters = sentBack(request, provider, flow)
  if (typeof parameters === 'string') return parameters
  try {
    const answer = await signInByProvider(
      provider,
      {
        code: parameters.get('code') ?? '',
        redirect_uri: homeOf(provider),
        code_verifier: flow?.verifier ?? '',
      },
      { ...visitorHeaders(request.headers), ...known },
    )
    if (answer.code === CODE_OK && answer.token) {
      return { token: answer.token, device: answer.device }
    }
    return answer.code < 500 ? 'refused' : 'failed'
  } catch (error) {
    if (error instanceof ApiError) return 'failed'
    throw error
  }
}

/** What a provider sent back to the browser that was led there, or how that ended. */
function sentBack(
  request: Request,
  provider: Provider,
  flow: Flow | null,
): URLSearchParams | Outcome {
  const clientId = clientIdOf(provider)
  if (clientId === undefined) return 'failed'
  if (flow === null || flow.provider !== provider) return 'expired'
  try {
    const server = { issuer: PROVIDER_TABLE[provider].issuer }
    const { searchParams } = new URL(request.url)
    // Providers that name themselves do so by the address that the operator may have changed.
    searchParams.delete('iss')
    const client = { client_id: clientId }
    return oauth.validateAuthResponse(server, client, searchParams, flow.state)
  } catch (error) {
    if (!(error instanceof oauth.AuthorizationResponseError)) return 'forged'
    return error.error === 'access_denied' ? 'cancelled' : 'denied'
  }
}
