import { z } from 'zod'

/** Identity providers for third-party sign-in. */
export const PROVIDERS = ['google', 'github', 'discord'] as const
export const providerSchema = z.enum(PROVIDERS)
export type Provider = z.infer<typeof providerSchema>

/** Display name and OAuth 2.0 (RFC 6749) endpoints of each provider. */
export const PROVIDER_TABLE = {
  google: {
    name: 'Google',
    issuer: 'https://accounts.google.com',
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    user: 'https://openidconnect.googleapis.com/v1/userinfo',
    scope: 'openid email profile',
  },
  github: {
    name: 'GitHub',
    issuer: 'https://github.com',
    authorize: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    user: 'https://api.github.com/user',
    scope: 'read:user user:email',
  },
  discord: {
    name: 'Discord',
    issuer: 'https://discord.com',
    authorize: 'https://discord.com/oauth2/authorize',
    token: 'https://discord.com/api/oauth2/token',
    user: 'https://discord.com/api/users/@me',
    scope: 'identify email',
  },
} as const satisfies Record<Provider, Record<string, string>>

/** The exact redirect path of a provider (RFC 9700, section 2.1). */
export const callbackPath = (provider: Provider) => `/${provider}-callback` as const
