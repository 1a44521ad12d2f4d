import { z } from 'zod'
import {
  type AddPublisherRequest,
  PUBLISH_EVENTS,
  type PublishEvent,
} from '#lib/contract/publisher.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { errorOf, REFUSALS, type RefusedCode } from '#lib/refusal.ts'

/** Fields of the form that adds a trusted publisher. */
export const PUBLISHER_FIELDS = [
  'kind',
  'title',
  'issuer',
  'repository',
  'repository_id',
  'owner_id',
  'workflow',
  'environment',
] as const

/** Why no publisher was added; the interface has a label for each. */
const PUBLISHER_ERRORS = [
  ...PUBLISHER_FIELDS,
  'events',
  'no_repository',
  'private_repository',
  'github',
  'publisher_exists',
  'too_many_publishers',
  'not_found',
  ...REFUSALS,
] as const
export type PublisherError = (typeof PUBLISHER_ERRORS)[number]

const valuesSchema = z.record(z.enum(PUBLISHER_FIELDS), z.string())

/** State of the form after a submit. */
export const publisherStateSchema = z.object({
  values: valuesSchema,
  events: z.array(z.enum(PUBLISH_EVENTS)),
  error: z.enum(PUBLISHER_ERRORS).nullable(),
  isAdded: z.boolean(),
})
export type PublisherFormState = z.infer<typeof publisherStateSchema>

/** What was typed, without surrounding spaces; anything else is empty. */
export const readPublisherForm = (fields: URLSearchParams): PublisherFormState['values'] =>
  valuesSchema.parse(
    Object.fromEntries(
      PUBLISHER_FIELDS.map((field) => [
        field,
        (fields.get(field) ?? '').trim().slice(0, 500).toWellFormed(),
      ]),
    ),
  )

export const EMPTY_PUBLISHER_FORM: PublisherFormState = {
  values: readPublisherForm(new URLSearchParams()),
  events: [...PUBLISH_EVENTS],
  error: null,
  isAdded: false,
}

/** The events that are ticked. */
export const readEvents = (fields: URLSearchParams): PublishEvent[] =>
  PUBLISH_EVENTS.filter((event) => fields.getAll('events').includes(event))

/** The request, still to be parsed; optional fields that are empty are left out. */
export function toPublisherRequest(
  { values, events }: Pick<PublisherFormState, 'values' | 'events'>,
  projectId: string | null,
): Record<keyof AddPublisherRequest, unknown> {
  const { kind, title, issuer, repository, workflow } = values
  const given = (text: string) => (text === '' ? undefined : text)
  return {
    project_id: projectId ?? undefined,
    first: projectId === null ? { kind: kindSchema.safeParse(kind).data, title } : undefined,
    issuer,
    // A pasted address is meant for its path.
    repository: repository.replace(/^https?:\/\/[^/]+\//, '').replace(/(?:\.git)?\/?$/, ''),
    repository_id: given(values.repository_id),
    owner_id: given(values.owner_id),
    workflow,
    environment: given(values.environment),
    events,
  }
}

/** Why the backend refused. */
export function publisherErrorOf({
  fields = [],
  ...refused
}: RefusedCode & { fields?: readonly string[] | undefined }): PublisherError {
  const { reason } = refused
  const field = PUBLISHER_FIELDS.find((name) => fields.includes(name))
  if (field) return field
  if (reason === 'blocked_repository') return 'no_repository'
  if (reason?.startsWith('github_')) return 'github'
  return errorOf(PUBLISHER_ERRORS, refused)
}

/** The first invalid field of a request that was not sent. */
export function invalidField(issues: readonly { path: PropertyKey[] }[]): PublisherError {
  const names = issues.flatMap(({ path }) => path.map(String))
  return (
    [...PUBLISHER_FIELDS, 'events' as const].find((field) => names.includes(field)) ?? 'refused'
  )
}
