import { z } from 'zod'
import { CALLS } from '#lib/contract/calls.ts'
import type { JsonCall } from '#lib/contract/call.ts'
import { type FieldTree, fieldsOf, unknownFields } from '#lib/contract/fields.ts'
import { CliError, EXIT } from './exit.ts'

/** The path of the document that lists what a site takes. A site may have none. */
export const DOCUMENT_PATH = CALLS.openapi.path

const operationSchema = z.object({
  parameters: z.array(z.object({ name: z.string(), in: z.string() }).catch({ name: '', in: '' })),
  requestBody: z
    .object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) })
    .optional(),
})
const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
})
/** The OpenAPI document of a site; `null` if it has none. */
export type ApiDocument = z.infer<typeof documentSchema> | null

export const parseDocument = (json: unknown): ApiDocument =>
  documentSchema.safeParse(json).data ?? null

type Listed = { parameters: ReadonlySet<string>; body: FieldTree }

/** What the document lists of a call; `null` if it does not have the call. */
function listedOf(document: ApiDocument, { path, method }: JsonCall): Listed | null {
  const { data } = operationSchema.safeParse(document?.paths[path]?.[method])
  if (!data) return null
  const resolve = (ref: string) => pointedAt(document, ref)
  const schema = data.requestBody?.content['application/json']?.schema
  return {
    parameters: new Set(data.parameters.map(({ name }) => name)),
    body: schema === undefined ? null : fieldsOf(schema, resolve),
  }
}

/**
 * The input of a call without parameters of the query that the document does not list: they only narrow an answer.
 * @throws CliError `unknown_field` for a field of the body that it does not list: what it means would be lost.
 */
export function onlyListed(
  document: ApiDocument,
  call: JsonCall,
  input: object,
  host: string,
): object {
  const listed = listedOf(document, call)
  if (!listed) return input
  const given = Object.entries(input)
  const body: unknown = given.find(([name]) => name === 'body')?.[1]
  const [unknown] = call.bodyType ? [] : unknownFields(body, listed.body)
  if (unknown) {
    const message = `${host} does not know the field “${unknown.field}”. Leave it out, or use the command line of that site.`
    throw new CliError(EXIT.refused, 'unknown_field', message, {
      details: { field: unknown.field },
    })
  }
  return Object.fromEntries(
    given.filter(
      ([name]) => name === 'body' || listed.parameters.has(name) || call.path.includes(`{${name}}`),
    ),
  )
}

/** The part of a document that a reference inside it points to (RFC 6901). */
function pointedAt(document: unknown, ref: string): unknown {
  if (!ref.startsWith('#/')) return undefined
  let part: unknown = document
  for (const name of ref.slice(2).split('/')) {
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~')
    part = z.record(z.string(), z.unknown()).safeParse(part).data?.[key]
  }
  return part
}
