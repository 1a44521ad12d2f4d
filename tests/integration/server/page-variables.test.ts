import { expect, it } from 'vitest'
import { parseEnv } from '#lib/env.ts'
import { pageVariables } from '#server/shared-cache.ts'

const of = (variables: Record<string, string>) => pageVariables(parseEnv(variables))

it('processes share pages although each has ports, secrets and limits of its own', () => {
  const own = {
    PORT: '3002',
    METRICS_PORT: '9102',
    METRICS_TOKEN: 'a-token-of-at-least-sixteen-characters',
    SITE_URL: 'https://keystrip.test',
    DRAIN_SECONDS: '9',
  }
  expect(of(own)).toEqual(of({ SITE_URL: 'https://keystrip.test' }))
})

it.each<Record<string, string>>([
  { SITE_URL: 'https://another.test' },
  { APP_NAME: 'Another' },
  { CHAT_URL: 'https://chat.test' },
  { SURROGATE_KEYS: '1' },
])('processes share no pages that differ by %o', (variables) => {
  expect(of(variables)).not.toEqual(of({}))
})
