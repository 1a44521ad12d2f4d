import 'server-only'
import { z } from 'zod'
import { refuse } from '#lib/api/refuse.ts'
import { isSameOrigin } from '#lib/api/same-origin.ts'
import { startFlow } from '#lib/sign-in/provider.ts'
import { toLogin } from '#lib/sign-in/to-login.ts'
import { CODE_OK, type Envelope } from '#lib/contract/envelope.ts'
import { type Kind, KIND_TABLE } from '#lib/contract/kind.ts'
import type { Locale } from '#lib/contract/locale.ts'
import { IMAGE_MAX_BYTES } from '#lib/contract/limits.ts'
import { idSchema, type Project, projectSchema } from '#lib/contract/project.ts'
import { arrange } from '#lib/creator/arrange.ts'
import { ERRORS_ID, parseIntent, PLAIN_INPUTS, type PlainState } from '#lib/creator/plain-form.ts'
import { firstOf, type PostedParts } from '#lib/creator/posted.ts'
import { buildRequest } from '#lib/creator/request.ts'
import { toValues } from '#lib/creator/values.ts'
import { env } from '#lib/env.ts'
import { isShortBody } from '#lib/limits/upload-slots.ts'
import { localePath } from '#lib/i18n/path.ts'
import { endpoints, paths } from '#lib/paths.ts'
import { redirectTo } from '#lib/session/respond.ts'
import { type Caller, createCaller, SessionEndedError } from './caller.ts'
import { decodeNames } from './decode-names.ts'
import { drawPictures } from './draw.ts'
import { errorsOf, receptionErrors } from './errors.ts'
import { rebase } from './fingerprint.ts'
import { findAnswer, publish, submissionId, untilReady } from './publish.ts'
import { pageOf } from './page-of.ts'
import { receiveForm } from './receive-form.ts'
import { findSameTitle } from './same-title.ts'
import { toState, withSaved } from './posted-state.ts'
import { holdState, keepState } from './state.ts'
import { createUploads, type Uploads } from './upload.ts'
import { takePicture } from './take-picture.ts'
import { readRepository, reviewState, withNextVersion, withProposedCover } from './review.ts'

const MB = 1024 * 1024
/** Pictures that are counted in the limit of the body, and bytes of its text. */
const PICTURES = 4
const TEXT_MAX_BYTES = 8 * MB
/** A body of this many times its expected maximum is still read, so that its texts are kept. */
const SLACK = 2
/** Longest pause of the browser while it sends the form, in ms. */
const IDLE_MS = 60_000

/** A write that changed something, or may have. */
type Changed = {
  name: 'create' | 'update'
  params: { kind: Kind }
  data: unknown
  isUncertain: boolean
}
type Hooks = { onChanged: (changed: Changed) => unknown }
/** Language and kind of the form, and the id of the edited project. */
type Target = { locale: Locale; kind: Kind; id: string | null }
type Context = Target & {
  request: Request
  caller: Caller
  uid: string | undefined
  /** Idempotency key of the form, once it is received. */
  key?: string | undefined
  hooks: Hooks
}

/**
 * Handles the form that publishes or edits a project without scripts. Redirects to the project's page, or
 * back to the form with its values and errors.
 */
export async function plainForm(request: Request, target: Target, hooks: Hooks): Promise<Response> {
  if (!isSameOrigin(request.headers, env().SITE_URL)) return refuse(403)
  try {
    const caller = await createCaller(request, target.locale)
    const uid = await caller.check()
    return await handle({ ...target, request, caller, uid, hooks })
  } catch (error) {
    if (!(error instanceof SessionEndedError)) throw error
    return toLogin(formPage(target, await signedOutQuery(request, target, error)), error.cookies)
  }
}

function formPage({ locale, kind, id }: Target, query: Record<string, string>): string {
  const page = id === null ? paths.upload(kind, query) : paths.edit(kind, { id, ...query })
  return localePath(locale, page)
}

/** Keeps what was typed while the account signs in again; its files are discarded. */
async function signedOutQuery(
  request: Request,
  target: Target,
  { uid }: SessionEndedError,
): Promise<Record<string, string>> {
  if (uid === undefined || request.bodyUsed) return {}
  const onFile = async () => undefined
  const { fields } = await receiveForm(request, uid, { ...bodyLimits(), onFile })
  const state = toState({ fields, files: new Map() }, target, null)
  return holdState(uid, state, request.headers)
}

const bodyLimits = () => ({
  maxBytes: SLACK * (env().UPLOAD_MAX_MB * MB + PICTURES * IMAGE_MAX_BYTES + TEXT_MAX_BYTES),
  idleMs: IDLE_MS,
})

async function handle(before: Context): Promise<Response> {
  const { request, caller, kind, id, uid } = before
  const maxBytes = env().UPLOAD_MAX_MB * MB
  const isShort = isShortBody(request.headers)
  const { uploads, onFile } = createUploads({ caller, kind, maxBytes, isShort })
  const received = await receiveForm(request, uid, { ...bodyLimits(), onFile })
  const { fields, isComplete, isBusy } = received
  const posted: PostedParts = { fields, files: uploads.files }
  const context = { ...before, key: keyOf(posted) }
  const project = id === null ? null : await findProject(context, id)
  // The page of a project that is gone answers 404.
  if (id !== null && !project) return redirectTo(formPage(context, {}))
  const state = withProposedCover(toState(posted, context, project), uploads)
  if (isComplete && !isBusy) return decide(context, { posted, project, uploads, state })
  const errors = receptionErrors(received, uploads.errors)
  return showAgain(context, { ...withSaved(state, posted, project), errors })
}

type Submission = {
  posted: PostedParts
  project: Project | null
  uploads: Uploads
  state: PlainState
}

async function decide(context: Context, submitted: Submission): Promise<Response> {
  const { posted, project, state } = submitted
  const pressed = parseIntent(firstOf(posted, PLAIN_INPUTS.intent))
  const isRepository = KIND_TABLE[context.kind].source === 'repository'
  if (isRepository && pressed?.intent === 'prove') return proveOwnership(context, state)
  const isUnread = !pressed && project === null && state.values.facts === null
  if (isRepository && (pressed?.intent === 'check' || isUnread)) {
    return showRepository(context, submitted)
  }
  return pressed ? showResult(context, submitted, pressed) : publishForm(context, submitted)
}

async function showRepository(context: Context, { project, uploads, state }: Submission) {
  const read = await readRepository(context.caller, state, project?.version ?? null)
  const errors = [...uploads.errors, ...read.errors]
  return showAgain(context, { ...read, errors, isReview: true })
}

async function publishForm(context: Context, submitted: Submission): Promise<Response> {
  const { caller, kind, id, key } = context
  const { posted, project, uploads, state } = submitted
  const submission = submissionId(context.uid, key, posted)
  const repeated = await findAnswer(submission)
  if (repeated) return showProject(context, repeated)
  const { state: drawn, error: undrawn } = await drawPictures(caller, posted, state)
  if (undrawn) uploads.errors.push(undrawn)
  const current = rebase(drawn, project)
  if (current.conflict) return showAgain(context, current)
  const numbered = await withNextVersion(caller, current, { uploads, project })
  const reviewed = reviewState(numbered, { uploads, project })
  if (reviewed.errors.length > 0 || reviewed.isReview) return showAgain(context, reviewed)
  const sameTitle = await findSameTitle(caller, { posted, project, state: reviewed })
  if (sameTitle) return showAgain(context, { ...reviewed, sameTitle, isReview: true })
  const request = buildRequest(reviewed.values, kind, {
    isEdit: project !== null,
    published: project && toValues(project),
  })
  // `reviewState` has reported all errors.
  if (!request.success) return showAgain(context, reviewed)
  const { edited } = reviewed
  const answer = await publish(caller, {
    kind,
    edited,
    request: request.data,
    key,
    submission,
    onAnswer: (one) => report(context, one),
  })
  if (answer.code === CODE_OK) return showProject(context, answer)
  if (answer.reason === 'stale' && id !== null) {
    const latest = await findProject(context, id)
    if (latest) return showAgain(context, rebase(reviewed, latest))
  }
  return showAgain(context, { ...reviewed, errors: errorsOf(answer) })
}

type Pressed = NonNullable<ReturnType<typeof parseIntent>>

/** Leads to what a button has changed, or to the preview, however incomplete the form is; to the form if a file was refused. */
async function showResult(
  context: Context,
  { posted, project, uploads, state }: Submission,
  { intent, of }: Pressed,
) {
  const { caller, locale, key } = context
  const { file } = state.values
  if (uploads.files.has('file') && file) await untilReady(caller, file.id)
  const { state: drawn, error } = ['draw', 'preview'].includes(intent)
    ? await drawPictures(caller, posted, state)
    : intent === 'take'
      ? await takePicture(caller, state, of)
      : intent === 'names'
        ? await decodeNames(caller, state, of)
        : { state: { ...state, values: arrange(state.values, intent, of) }, error: null }
  const { values, isReview } = reviewState(drawn, { uploads, project })
  // A preview needs no pictures.
  const errors = error && intent !== 'preview' ? [...uploads.errors, error] : uploads.errors
  const shown = { ...drawn, values, isReview, errors }
  if (intent !== 'preview' || errors.length > 0) return showAgain(context, shown)
  const { draft } = await keepState(caller, shown, key)
  if (draft === undefined) return showAgain(context, shown)
  return redirectTo(localePath(locale, paths.preview(draft)), await caller.cookies())
}

/** Leads to what follows a publication, or to the edited project. */
async function showProject({ locale, kind, id, caller }: Context, { data }: Envelope) {
  const published = projectSchema.safeParse(data).data
  const page = published ? pageOf(published, id === null) : paths.ownProjects(kind)
  return redirectTo(localePath(locale, page), await caller.cookies())
}

async function report({ kind, id, hooks }: Context, { code, data }: Envelope): Promise<void> {
  const isOk = code === CODE_OK
  if (!isOk && code < 500) return
  const name = id === null ? 'create' : 'update'
  await hooks.onChanged({ name, params: { kind }, data: isOk ? data : null, isUncertain: !isOk })
}

const keySchema = z.string().regex(/^[\w.:-]{8,100}$/)
const keyOf = (posted: PostedParts) => keySchema.safeParse(firstOf(posted, PLAIN_INPUTS.key)).data

async function findProject({ caller, kind }: Context, id: string): Promise<Project | null> {
  if (!idSchema.safeParse(id).success) return null
  const { code, data } = await caller.call('project', { kind, id })
  return code === CODE_OK ? (projectSchema.safeParse(data).data ?? null) : null
}

/** Redirects to the form with its values and errors. */
async function showAgain(context: Context, state: PlainState): Promise<Response> {
  const query = await keepState(context.caller, state, context.key)
  const path = `${formPage(context, query)}#${ERRORS_ID}`
  return redirectTo(path, await context.caller.cookies())
}

/** Leaves for GitHub, which leads back to the kept form. */
async function proveOwnership(context: Context, state: PlainState): Promise<Response> {
  const { request, caller, locale, key } = context
  const redirect = formPage(context, await keepState(caller, state, key))
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  headers.set('content-type', 'application/x-www-form-urlencoded')
  const body = new URLSearchParams({ repository: state.values.repository_url, locale, redirect })
  const form = new Request(new URL(endpoints.signInBy('github'), request.url), {
    method: 'POST',
    headers,
    body: body.toString(),
  })
  return (await startFlow(form, 'github')) ?? showAgain(context, state)
}
