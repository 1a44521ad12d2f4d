import { z } from 'zod'
import { TOKEN_PREFIXES } from '#lib/contract/access-token.ts'
import { type Call, errorsOf, isOfRole, isPublicRead } from '#lib/contract/call.ts'
import { NAMED_CALLS } from '#lib/contract/calls.ts'
import { detailsSchema, envelopeOf } from '#lib/contract/envelope.ts'
import { ERROR_CODES } from '#lib/contract/error-code.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { NAMED_SCHEMAS, toAnswerSchema } from '#lib/contract/calls/named-schemas.ts'
import { TUS_BYTES } from '#lib/contract/file/resumable.ts'

/** OpenAPI 3.1 uses JSON Schema 2020-12, which is what zod writes. */
const inputSchemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })

/** The schema of an answer; its named parts are among the components of the document. */
function answerSchemaOf(schema: z.ZodType): Record<string, unknown> {
  const { $defs: _components, ...own } = toAnswerSchema(schema)
  return toComponents(own)
}

const namedSchemas = () =>
  Object.entries(NAMED_SCHEMAS).map(([name, schema]): [string, unknown] => [
    name,
    toComponents(toAnswerSchema(schema).$defs?.[name] ?? {}),
  ])

const toComponents = (schema: object): Record<string, unknown> =>
  recordSchema.parse(
    JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')),
  )
const recordSchema = z.record(z.string(), z.unknown())

let document: ReturnType<typeof describeCalls> | undefined
/** OpenAPI 3.1 of every call that programs may make, from the schemas that validate it; made when it is first asked for. */
export const openApi = () => (document ??= describeCalls())

function describeCalls() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { name, call } of NAMED_CALLS) {
    paths[call.path] = { ...paths[call.path], [call.method]: operation(name, call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Catalogue API',
      version: '1',
      description: `Every answer but files and pictures is an envelope \`{code, message, data}\`; \`code\` decides,
and equals the HTTP status in this backend. Calls marked with \`x-optional\` may be left out by another backend
of the same contract: it answers 404 to them. \`x-errors\` lists the error codes of a call. \`x-concerns\`: where the id of the
project is that a call concerns, which must be that of a token of one project; \`account\` and \`new\`: not for such tokens. Unknown
fields and parameters are refused (\`unknown_field\`) in requests with an access token, otherwise ignored and listed in \`warnings\`.
\`x-fixed\` lists fields that may be sent back with the value that they have. The site itself answers the calls marked with
\`x-public-read\` to pages of all other sites (CORS), with \`ETag\`, and lists with \`Link\` to their next page; every answer names its
limit in \`RateLimit-Policy\` and \`RateLimit\`. Names and meanings of this version stay; new fields, calls and values come.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: API_BASE }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The session token of a sign-in (`token`). In a browser the site holds it in a cookie.',
        },
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: Object.values(TOKEN_PREFIXES)
            .map((prefix) => `${prefix}…`)
            .join(' or '),
          description:
            'An access token that its owner has created on the page of the account, or that a trusted publisher got for its identity token. Each call names the scope that it needs; calls without one refuse access tokens.',
        },
      },
      schemas: { Failure: answerSchemaOf(failureSchema), ...Object.fromEntries(namedSchemas()) },
      responses: {
        Failure: {
          description: 'The call was refused or failed; `code` equals the HTTP status.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
        },
      },
    },
  }
}

/** `reason` is an error code of the contract; other backends may use others. */
const failureSchema = z.object({
  code: z.number().int().min(400).max(599),
  message: z.string().describe('For people; never contains a stack, a secret or a token.'),
  data: z.null(),
  reason: z
    .union([z.enum(ERROR_CODES), z.string().max(60)])
    .optional()
    .describe('Error code.'),
  details: detailsSchema.optional().describe('Values for the message of the reason.'),
  fields: z.array(z.string()).optional().describe('Invalid fields of the request.'),
  request_id: z.string().max(100).optional().describe('Id of the request, as in X-Request-Id.'),
})

const failureResponse = { $ref: '#/components/responses/Failure' }
const text = { type: 'string' }
const etagHeader = { ETag: { description: 'SHA-256 of the bytes, in quotes.', schema: text } }

function operation(operationId: string, call: Call) {
  return {
    operationId,
    summary: call.summary,
    'x-optional': call.required !== true,
    'x-access': call.access,
    'x-public-read': isPublicRead(call),
    'x-errors': [...errorsOf(call)],
    ...(call.concerns && { 'x-concerns': call.concerns }),
    ...(call.fixed && { 'x-fixed': fixedOf(call) }),
    parameters: [
      ...parameters(call.params, 'path'),
      ...parameters(call.query, 'query'),
      ...headerParameters(call),
    ],
    ...(call.body && { requestBody: requestBody(call.body, call.bodyType) }),
    security: securityOf(call),
    responses: { ...successResponses(call), '4XX': failureResponse, '5XX': failureResponse },
  }
}

/** Fields that the call answers and does not take. */
function fixedOf({ fixed, body }: Call): string[] {
  const taken = body instanceof z.ZodObject ? body.shape : {}
  return Object.keys(fixed?.shape ?? {}).filter((name) => !(name in taken))
}

/** Alternatives; the roles of an access token are its scopes (OpenAPI 3.1, security requirement object). */
function securityOf({ access, scope }: Call) {
  if (access !== 'account' && access !== 'token' && !isOfRole(access)) return []
  return [{ bearer: [] }, ...(scope ? [{ accessToken: [scope] }] : [])]
}

function successResponses(call: Call) {
  if (call.mediaType === undefined) {
    const schema = answerSchemaOf(envelopeFor(call))
    return { 200: { description: 'Success', content: { 'application/json': { schema } } } }
  }
  if (call.redirects) {
    return {
      302: { description: 'The path of the file', headers: { Location: { schema: text } } },
      200: { description: 'All bytes, at that path', content: { [call.mediaType]: {} } },
    }
  }
  const bytes = { headers: etagHeader, content: { [call.mediaType]: {} } }
  return {
    200: { description: 'All bytes', ...bytes },
    ...(call.ranges && { 206: { description: 'The requested range', ...bytes } }),
    304: { description: 'Not modified' },
  }
}

function envelopeFor({ data, session }: Call & { mediaType?: undefined }) {
  const envelope = envelopeOf(data)
  const device = z.string().optional()
  if (session === 'open') return envelope.extend({ token: z.string(), device })
  return session === 'device' ? envelope.extend({ device }) : envelope
}

function headerParameters(call: Call) {
  return [
    ...(call.idempotent ? [IDEMPOTENCY_KEY] : []),
    ...(call.tus ? TUS_HEADERS[call.tus] : []),
    ...(call.conditional
      ? [
          header(
            'If-Match',
            'The revision of the project, in quotes: 409 `stale` if it has changed.',
          ),
        ]
      : []),
    ...(call.mediaType && !call.redirects
      ? [header('If-None-Match', 'ETag of the client’s copy.')]
      : []),
    ...(call.ranges
      ? [
          header('Range', 'One range of bytes (RFC 9110, section 14.2).'),
          header('If-Range', 'ETag that the range belongs to.'),
        ]
      : []),
  ]
}

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: text,
})

const TUS_RESUMABLE = header('Tus-Resumable', 'Version of tus: 1.0.0.')
const TUS_HEADERS = {
  version: [TUS_RESUMABLE],
  creation: [
    TUS_RESUMABLE,
    header('Upload-Length', 'Size of the file in bytes.'),
    header(
      'Upload-Metadata',
      '`filename`, `purpose`, and optionally `crop` (as `POST /file/upload`) and `sha256`, each with its value in Base64.',
    ),
  ],
  bytes: [TUS_RESUMABLE, header('Upload-Offset', 'How many bytes have arrived before these.')],
} as const satisfies Record<NonNullable<Call['tus']>, unknown>

const IDEMPOTENCY_KEY = {
  ...header(
    'Idempotency-Key',
    'Repeated with the same key and body within a day, the call is executed once and answered alike. With another body: 409.',
  ),
  schema: { type: 'string', pattern: '^[\\w.:-]{8,100}$' },
}

function requestBody(body: z.ZodType, type: Call['bodyType']) {
  const schema = inputSchemaOf(body)
  if (!type) return { required: true, content: { 'application/json': { schema } } }
  if (type === TUS_BYTES) return { required: true, content: { [type]: {} } }
  // The file comes last: the server needs the fields to know how to process it.
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
    schema: inputSchemaOf(part),
  }))
}
