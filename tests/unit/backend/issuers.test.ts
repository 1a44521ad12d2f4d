import { expect, it } from 'vitest'
import { parseConfig } from '#backend/config.ts'
import { DEFAULT_ISSUERS } from '#backend/services/publisher/issuers.ts'

const issuersOf = (issuers?: string) =>
  parseConfig({
    DATABASE_URL: 'postgres://localhost/x',
    ...(issuers !== undefined && { OIDC_ISSUERS: issuers }),
  }).OIDC_ISSUERS
const added = (overrides: Record<string, unknown> = {}) => ({
  url: 'https://codeberg.org/api/actions/',
  claims: 'forgejo',
  ...overrides,
})

it('GitHub Actions and GitLab.com are issuers without configuration', () => {
  expect(issuersOf().map(({ url, claims }) => [url, claims])).toEqual([
    ['https://token.actions.githubusercontent.com', 'github'],
    ['https://gitlab.com', 'gitlab'],
  ])
})

it('an operator adds issuers, whose names have their host unless they are given', () => {
  const list = [added(), added({ url: 'https://git.example.com', claims: 'gitlab', name: 'Ours' })]
  expect(issuersOf(JSON.stringify(list)).slice(DEFAULT_ISSUERS.length)).toEqual([
    {
      url: 'https://codeberg.org/api/actions',
      claims: 'forgejo',
      service: 'Forgejo Actions (codeberg.org)',
      findsIds: false,
    },
    { url: 'https://git.example.com', claims: 'gitlab', service: 'Ours', findsIds: false },
  ])
})

it.each([
  ['no JSON', 'https://codeberg.org'],
  ['an object', '{}'],
  ['an address that is not of the web', JSON.stringify([added({ url: 'file:///etc' })])],
  ['unknown claims', JSON.stringify([added({ claims: 'jenkins' })])],
  ['an unknown field', JSON.stringify([added({ audience: 'x' })])],
  ['a default issuer again', JSON.stringify([added({ url: 'https://gitlab.com/' })])],
  [
    '21 issuers',
    JSON.stringify(Array.from({ length: 21 }, (_, at) => added({ url: `https://${at}.example` }))),
  ],
])('with %s the start fails and names the variable, not its value', (_, issuers) => {
  expect(() => issuersOf(issuers)).toThrow(
    /^Configuration: bad value for OIDC_ISSUERS \([^{]*\)\.$/,
  )
})
