import { Hono } from 'hono'
import { z } from 'zod'
import type { Call } from '#lib/contract/call.ts'
import { CALLS } from '#lib/contract/calls.ts'
import { detailsSchema, envelopeOf, envelopeSchema } from '#lib/contract/envelope.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import type { AppEnv } from '#backend/context.ts'

/** `GET /openapi.json`: OpenAPI 3.1 of every call, from the schemas that validate them. */
export function openApiRoutes() {
  const document = openApi()
  return new Hono<AppEnv>().get('/openapi.json', (c) => c.json(document))
}

/** OpenAPI 3.1 uses JSON Schema 2020-12, which is what zod writes. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' })

function openApi() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, call] of Object.entries<Call>(CALLS)) {
    paths[call.path] = { ...paths[call.path], [call.method]: operation(name, call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Catalogue API',
      version: '1',
      description: 'Every answer is an envelope {code, message, data}; `code` decides.',
    },
    servers: [{ url: API_BASE }],
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  }
}

function operation(operationId: string, call: Call) {
  const envelope = call.token
    ? envelopeOf(call.data).extend({ token: z.string(), device: z.string().optional() })
    : envelopeOf(call.data)
  return {
    operationId,
    summary: call.optional ? `${call.summary} (optional)` : call.summary,
    parameters: [...parameters(call.params, 'path'), ...parameters(call.query, 'query')],
    ...(call.body && {
      requestBody: {
        required: true,
        content: {
          [call.bodyType ?? 'application/json']: { schema: schemaOf(call.body, 'input') },
        },
      },
    }),
    ...(call.auth && { security: [{ bearer: [] }] }),
    responses: {
      200: {
        description: 'Success',
        content: call.answerType
          ? { [call.answerType]: {} }
          : { 'application/json': { schema: schemaOf(envelope, 'output') } },
      },
      default: {
        description: 'Failure; `code` equals the HTTP status',
        content: { 'application/json': { schema: schemaOf(failure, 'output') } },
      },
    },
  }
}

const failure = envelopeSchema
  .pick({ code: true, message: true, reason: true })
  .extend({ data: z.null(), details: detailsSchema.optional() })

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query') {
  return Object.entries(schema?.shape ?? {}).map(([name, part]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeParse(part, undefined).success,
    schema: schemaOf(part, 'input'),
  }))
}
