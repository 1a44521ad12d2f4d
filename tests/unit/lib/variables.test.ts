import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseConfig } from '#backend/config.ts'
import { flagSchema, listSchema, parseVariables, portSchema } from '#lib/variables.ts'

const schema = z.object({ PORT: portSchema.default(3000), PROXIES: listSchema })

describe('environment variables', () => {
  it('count as unset when they are empty', () => {
    expect(parseVariables(schema, { PORT: '', PROXIES: '' })).toEqual({ PORT: 3000, PROXIES: [] })
  })

  it('are reported all in one sentence, without their values', () => {
    const parse = () =>
      parseVariables(z.object({ A: portSchema, B: flagSchema }), { A: 'x', B: 'y' })
    expect(parse).toThrow(/^Configuration: bad value for A \([^)]+\), B \([^)]+\)\.$/)
  })

  it('with a prefix are parsed without it and reported with it', () => {
    const provider = z.object({ PORT: portSchema.optional() })
    expect(parseVariables(provider, { PORT: '1', GITHUB_PORT: '2' }, 'GITHUB_')).toEqual({
      PORT: 2,
    })
    expect(() => parseVariables(provider, { GITHUB_PORT: 'x' }, 'GITHUB_')).toThrow('GITHUB_PORT (')
  })

  it('of the backend fail in the same format', () => {
    const source = { DATABASE_URL: 'postgres://localhost/x', GITHUB_TOKEN_URL: 'ftp://secret' }
    expect(() => parseConfig(source)).toThrow(/^Configuration: bad value for GITHUB_TOKEN_URL \(/)
    expect(() => parseConfig(source)).not.toThrow('secret')
  })
})
