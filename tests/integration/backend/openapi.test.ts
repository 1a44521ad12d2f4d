import { createConfig, lintFromString } from '@redocly/openapi-core'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { openApi } from '#backend/http/openapi.ts'
import type { Call } from '#lib/contract/call.ts'
import { CALLS } from '#lib/contract/calls.ts'
import { ERROR_CODES } from '#lib/contract/error-code.ts'

const operationSchema = z.looseObject({
  operationId: z.string(),
  'x-optional': z.boolean(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string(), required: z.boolean() })),
})
const documentSchema = z.looseObject({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.looseObject({ schemas: z.looseObject({ Failure: z.unknown() }) }),
})

let text: string
let document: z.infer<typeof documentSchema>
beforeAll(() => {
  text = JSON.stringify(openApi())
  document = documentSchema.parse(JSON.parse(text))
})
const operation = (method: string, path: string) =>
  operationSchema.parse(document.paths[path]?.[method])

it('describes every call of the contract: who may call it, and whether a backend may leave it out', () => {
  for (const [name, call] of Object.entries<Call>(CALLS)) {
    const { operationId, security, ...rest } = operation(call.method, call.path)
    expect(operationId, `${call.method} ${call.path}`).toBe(name)
    const isOpen = call.access === 'public' || call.access === 'internal'
    const byToken = call.scope ? [{ accessToken: [call.scope] }] : []
    expect(security, name).toEqual(isOpen ? [] : [{ bearer: [] }, ...byToken])
    expect(rest['x-optional'], name).toBe(call.required !== true)
  }
  expect(operation('get', '/{kind}/list').parameters).toContainEqual(
    expect.objectContaining({ name: 'sort', in: 'query', required: false }),
  )
})

it('describes how a file is uploaded, where it is found, and which writes take an Idempotency-Key', () => {
  expect(operation('post', '/file/upload')).toMatchObject({
    requestBody: {
      content: {
        'multipart/form-data': {
          schema: {
            required: ['purpose', 'file'],
            properties: { file: { contentMediaType: 'application/octet-stream' } },
          },
        },
      },
    },
  })
  expect(operation('get', '/file/{id}/{name}').responses).toHaveProperty('206')
  expect(operation('get', '/file/{id}/icons/{name}').responses).toHaveProperty('200')
  const withKey = Object.entries<Call>(CALLS).filter(([, { method, path }]) =>
    operation(method, path).parameters.some(({ name }) => name === 'Idempotency-Key'),
  )
  expect(withKey.map(([name]) => name)).toEqual(['create', 'update'])
})

it('names the reasons of refusals', () => {
  expect(JSON.stringify(document.components.schemas.Failure)).toContain(JSON.stringify(ERROR_CODES))
})

it('has no error and no warning of a linter but for paths that only look alike', async () => {
  const config = await createConfig('extends: [recommended]')
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config })
  const findings = problems.map(({ ruleId, severity, message }) => ({ ruleId, severity, message }))
  // `/index/search` beside `/{kind}/{id}`: a kind is one of four, which the rule does not look at.
  expect(findings.filter(({ ruleId }) => ruleId !== 'no-ambiguous-paths')).toEqual([])
})
