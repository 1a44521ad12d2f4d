import { Hono } from 'hono'
import { z } from 'zod'
import type { Call } from '#lib/contract/call.ts'
import { CALLS } from '#lib/contract/calls.ts'
import { detailsSchema, envelopeOf, REASONS } from '#lib/contract/envelope.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import type { AppEnv } from '#backend/context.ts'
import { FILE_PATHS } from './openapi-files.ts'

/** `GET /openapi.json`: OpenAPI 3.1 of every call, from the schemas that validate them. */
export function openApiRoutes() {
  const document = openApi()
  return new Hono<AppEnv>().get('/openapi.json', (c) => c.json(document))
}

/** OpenAPI 3.1 uses JSON Schema 2020-12, which is what zod writes. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' })

function openApi() {
  const paths: Record<string, Record<string, unknown>> = { ...FILE_PATHS }
  for (const [name, call] of Object.entries<Call>(CALLS)) {
    paths[call.path] = { ...paths[call.path], [call.method]: operation(name, call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Catalogue API',
      version: '1',
      description: `Every answer but files and pictures is an envelope \`{code, message, data}\`; \`code\` decides,
and equals the HTTP status in this backend. Calls marked with \`x-optional\` may be left out by another backend
of the same contract: it answers 404 to them.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: API_BASE }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The `token` of a sign-in. In a browser the site holds it in a cookie.',
        },
      },
      schemas: { Failure: schemaOf(failureSchema, 'output') },
      responses: {
        Failure: {
          description: 'Refused or failed; `code` equals the HTTP status.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
        },
      },
    },
  }
}

/** `reason` is one of those that interfaces have words for, or another word. */
const failureSchema = z.object({
  code: z.number().int().min(400).max(599),
  message: z.string().describe('For people; never a stack, a secret or a token.'),
  data: z.null(),
  reason: z
    .union([z.enum(REASONS), z.string().max(60)])
    .optional()
    .describe('Why, for programs.'),
  details: detailsSchema.optional().describe('What the words of the reason are filled with.'),
  fields: z.array(z.string()).optional().describe('The fields of the request that are at fault.'),
})

const failure = { $ref: '#/components/responses/Failure' }

function operation(operationId: string, call: Call) {
  const envelope = call.token
    ? envelopeOf(call.data).extend({ token: z.string(), device: z.string().optional() })
    : envelopeOf(call.data)
  return {
    operationId,
    summary: call.summary,
    'x-optional': call.optional ?? false,
    parameters: [
      ...parameters(call.params, 'path'),
      ...parameters(call.query, 'query'),
      ...(call.idempotent ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(call.body && { requestBody: requestBody(call.body, call.bodyType) }),
    security: call.auth ? [{ bearer: [] }] : [],
    responses: {
      200: {
        description: 'Success',
        content: call.answerType
          ? { [call.answerType]: {} }
          : { 'application/json': { schema: schemaOf(envelope, 'output') } },
      },
      '4XX': failure,
      '5XX': failure,
    },
  }
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Names this attempt: sent again with the same key and the same body within a day, it is done once and answered alike. With another body: 409.',
  schema: { type: 'string', pattern: '^[\\w.:-]{8,100}$' },
}

function requestBody(body: z.ZodType, type: Call['bodyType']) {
  const schema = schemaOf(body, 'input')
  if (!type) return { required: true, content: { 'application/json': { schema } } }
  // The file comes behind the fields: the server has to know what it takes.
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const properties = { ...schema.properties, file }
  const required = [...(schema.required ?? []), 'file']
  return { required: true, content: { [type]: { schema: { ...schema, properties, required } } } }
}

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query') {
  return Object.entries(schema?.shape ?? {}).map(([name, part]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeParse(part, undefined).success,
    schema: schemaOf(part, 'input'),
  }))
}
