import 'server-only'
import {
  EMPTY_PUBLISHER_FORM,
  invalidField,
  publisherErrorOf,
  type PublisherFormState,
  readEvents,
  readPublisherForm,
  toPublisherRequest,
} from '#lib/programs/publisher-form.ts'
import { errorOf } from '#lib/refusal.ts'
import {
  EMPTY_RELEASE_FORM,
  RELEASE_INTENTS,
  type ReleaseFormState,
  type ReleaseIntent,
} from '#lib/programs/release-form.ts'
import { readTokenForm, TOKEN_ERRORS, type TokenFormState } from '#lib/programs/token-form.ts'
import { createdTokenSchema, createTokenRequestSchema } from '#lib/contract/access-token.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { idSchema } from '#lib/contract/project.ts'
import { addPublisherRequestSchema } from '#lib/contract/publisher.ts'
import { releaseSecretSchema } from '#lib/contract/release.ts'
import type { PostedForm } from './posted.ts'

/** Creates an access token. Its secret is in the answer to the script, or sealed in the cookie of the page that shows it: in no address, and in no log. */
export async function createToken(posted: PostedForm): Promise<TokenFormState> {
  const typed = readTokenForm(posted.fields)
  const { name, scopes, days } = typed
  if (scopes.length === 0) return { ...typed, error: 'scopes' }
  const projectId = posted.fields.get('project_id')
  const body = createTokenRequestSchema.safeParse({
    name,
    scopes,
    days,
    ...(projectId !== null && { project_id: projectId }),
  })
  if (!body.success) {
    const isName = body.error.issues.some(({ path }) => path[0] === 'name')
    return { ...typed, error: isName ? 'name' : 'refused' }
  }
  const answer = await posted.call('createToken', { body: body.data })
  if (answer.code !== CODE_OK) return { ...typed, error: errorOf(TOKEN_ERRORS, answer) }
  return { ...typed, created: createdTokenSchema.parse(answer.data) }
}

/** Adds a trusted publisher. */
export async function addPublisher(posted: PostedForm): Promise<PublisherFormState> {
  const { fields } = posted
  const read = { values: readPublisherForm(fields), events: readEvents(fields) }
  const typed = { ...EMPTY_PUBLISHER_FORM, ...read }
  const request = toPublisherRequest(typed, fields.get('project_id'))
  const body = addPublisherRequestSchema.safeParse(request)
  if (!body.success) return { ...typed, error: invalidField(body.error.issues) }
  const answer = await posted.call('addPublisher', { body: body.data })
  if (answer.code !== CODE_OK) return { ...typed, error: publisherErrorOf(answer) }
  return { ...EMPTY_PUBLISHER_FORM, isAdded: true }
}

/** The buttons for the releases of a plugin. A new secret is treated as that of a token. */
export async function changeRelease(posted: PostedForm): Promise<ReleaseFormState> {
  const intent = RELEASE_INTENTS.find((one) => one === posted.fields.get('intent'))
  const id = idSchema.safeParse(posted.fields.get('project_id')).data
  if (!intent || id === undefined) return { ...EMPTY_RELEASE_FORM, error: 'refused' }
  const answer = await callOf(posted, intent, id)
  if (answer.code !== CODE_OK) return { ...EMPTY_RELEASE_FORM, error: errorOf([], answer) }
  const secret = intent === 'secret' ? releaseSecretSchema.parse(answer.data).secret : null
  return { ...EMPTY_RELEASE_FORM, done: intent, secret }
}

function callOf(posted: PostedForm, intent: ReleaseIntent, id: string) {
  switch (intent) {
    case 'secret':
      return posted.call('newReleaseSecret', { id })
    case 'test':
    case 'check':
      return posted.call('checkRelease', { id, body: { is_test: intent === 'test' } })
    default:
      return posted.call('changeReleases', { id, body: { is_daily: intent === 'daily' } })
  }
}
