import 'server-only'
import { z } from 'zod'
import { callEnvelope } from '#lib/api/call.ts'
import { refuse } from '#lib/api/refuse.ts'
import type { Reply } from '#lib/api/request.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { keptFormIdSchema } from '#lib/contract/kept-form.ts'
import { type Locale, LOCALES } from '#lib/contract/locale.ts'
import {
  deleteQuerySchema,
  versionParamsSchema,
  changeVersionRequestSchema,
  discardVersionQuerySchema,
} from '#lib/contract/publish.ts'
import { uploadParamsSchema } from '#lib/contract/file/resumable.ts'
import { cleanLine, cleanText } from '#lib/contract/text.ts'
import { localePath } from '#lib/i18n/path.ts'
import { type Path, pages, type ProjectForm } from '#lib/paths.ts'
import { callAs } from '#lib/session/call-as.ts'
import { redirectTo } from '#lib/session/respond.ts'
import { postedForm } from './posted-form.ts'
import {
  type ProjectOutcome,
  isVersionChange,
  isVersionQuestion,
  refusedOutcome,
  VERSION_CHANGES,
  VERSION_QUESTIONS,
  type VersionChange,
} from './project-outcome.ts'
import { toLogin } from './to-login.ts'

/** A call that changed a project, or may have: then no answer arrived. */
type Changed = {
  name: 'remove' | 'changeVersion' | 'discardVersion'
  params: Record<string, string>
  data: unknown
  isUncertain: boolean
}
type OnChanged = (changed: Changed) => Promise<void>

const localeField = { locale: z.enum(LOCALES) }
const deleteFormSchema = versionParamsSchema
  .pick({ kind: true })
  .extend(deleteQuerySchema.shape)
  .extend(localeField)
const draftFormSchema = keptFormIdSchema.extend({ kind: kindSchema, ...localeField })
const uploadFormSchema = uploadParamsSchema.extend(localeField)
const versionFormSchema = versionParamsSchema.extend(localeField).extend({
  change: z.custom<VersionChange>(isVersionChange),
  reason: z.string().default(''),
  notes: z.string().default(''),
})

/** Maximum length of a rejected reason that returns to the form, in characters. */
const RETURNED_MAX = 1000

/**
 * Handles a form of one's own projects and redirects (303) to a page that shows the outcome. Works
 * without scripts.
 */
export async function projectForm(
  request: Request,
  form: ProjectForm,
  onChanged: OnChanged,
): Promise<Response> {
  const posted = await postedForm(request)
  if (posted instanceof Response) return posted
  const fields = Object.fromEntries(posted)
  if (form === 'draft') return removeDraft(request, fields)
  if (form === 'upload') return discardUpload(request, fields)
  return form === 'delete'
    ? removeProject(request, fields, onChanged)
    : changeVersion(request, fields, onChanged)
}

type Fields = Record<string, string>

async function removeProject(request: Request, fields: Fields, onChanged: OnChanged) {
  const { data } = deleteFormSchema.safeParse(fields)
  if (!data) return refuse(400)
  const { locale, kind, id } = data
  const pageOf = (result: ProjectOutcome) =>
    result === 'deleted' || result === 'gone'
      ? pages.ownProjects(kind, undefined, { result })
      : pages.deleteProject({ kind, id }, { result })
  return respond({
    request,
    locale,
    formPage: pages.deleteProject({ kind, id }),
    makeCall: (options) => callEnvelope('remove', { kind, id }, options),
    onChanged: (change) => onChanged({ name: 'remove', params: { kind, id }, ...change }),
    done: 'deleted',
    pageOf,
  })
}

async function removeDraft(request: Request, fields: Fields) {
  const { data } = draftFormSchema.safeParse(fields)
  if (!data) return refuse(400)
  const { locale, kind, id } = data
  return respond({
    request,
    locale,
    formPage: pages.deleteDraft(id),
    makeCall: (options) => callEnvelope('discardForm', { id }, options),
    // Nothing that is cached shows a draft.
    onChanged: async () => undefined,
    done: 'draft_deleted',
    pageOf: (result) =>
      result === 'draft_deleted' || result === 'gone'
        ? pages.ownProjects(kind, undefined, { result })
        : pages.deleteDraft(id, { result }),
  })
}

async function discardUpload(request: Request, fields: Fields) {
  const { data } = uploadFormSchema.safeParse(fields)
  if (!data) return refuse(400)
  const { locale, id } = data
  return respond({
    request,
    locale,
    formPage: pages.user,
    makeCall: (options) => callEnvelope('discardUpload', { id }, options),
    // No page that is cached shows an upload.
    onChanged: async () => undefined,
    done: 'upload_discarded',
    pageOf: (result) => pages.overview({ result }),
  })
}

async function changeVersion(request: Request, fields: Fields, onChanged: OnChanged) {
  const { data } = versionFormSchema.safeParse(fields)
  if (!data) return refuse(400)
  const { locale, kind, id, version, change } = data
  const reason = cleanLine(data.reason)
  const params = { kind, id, version }
  const write = writeOf(params, { ...data, reason })
  if (!write && change === 'noted') return refuse(400)
  const asks = isVersionQuestion(change) ? VERSION_QUESTIONS[change].query : null
  if (!write) {
    const result = { result: 'too_long', reason: reason.slice(0, RETURNED_MAX).toWellFormed() }
    const page = pages.withdraw({ kind, id }, version, { ...asks, ...result })
    return redirectTo(`${localePath(locale, page)}#reason`)
  }
  return respond({
    request,
    locale,
    formPage: formPageOf(params, change),
    makeCall: write.makeCall,
    onChanged: (changed) => onChanged({ name: write.name, params, ...changed }),
    done: change,
    pageOf: (result) =>
      result === 'gone'
        ? pages.ownProjects(kind, undefined, { result })
        : `${pages.edit(kind, { id, result, version })}#own-versions`,
  })
}

type Place = Pick<z.infer<typeof versionFormSchema>, 'kind' | 'id' | 'version'>
type Write = { name: Changed['name']; makeCall: Posted['makeCall'] }

/** The page that a change was posted from. */
function formPageOf({ version, ...project }: Place, change: VersionChange): Path {
  if (change === 'noted') return pages.notes(project, version)
  return isVersionQuestion(change)
    ? pages.withdraw(project, version, VERSION_QUESTIONS[change].query)
    : pages.edit(project.kind, { id: project.id })
}

type Texts = Pick<z.infer<typeof versionFormSchema>, 'change' | 'reason' | 'notes'>

/** The call of a change; `null` for a text that is too long. */
function writeOf(place: Place, { change, reason, notes }: Texts): Write | null {
  if (change === 'discarded') {
    const { data } = discardVersionQuerySchema.safeParse({ reason })
    if (!data) return null
    return {
      name: 'discardVersion',
      makeCall: (options) => callEnvelope('discardVersion', { ...place, ...data }, options),
    }
  }
  const { data: body } = changeVersionRequestSchema.safeParse({
    ...(change === 'noted' ? { notes: cleanText(notes) } : VERSION_CHANGES[change]),
    ...(change === 'withdrawn' && { reason }),
  })
  if (!body) return null
  return {
    name: 'changeVersion',
    makeCall: (options) => callEnvelope('changeVersion', { ...place, body }, options),
  }
}

type Posted = {
  request: Request
  locale: Locale
  /** Page to return to after signing in again. */
  formPage: Path
  makeCall: Parameters<typeof callAs>[2]
  onChanged: (change: Pick<Changed, 'data' | 'isUncertain'>) => Promise<void>
  /** Outcome of success. */
  done: ProjectOutcome
  pageOf: (result: ProjectOutcome) => Path
}

async function respond(posted: Posted): Promise<Response> {
  const { request, locale, formPage, makeCall, onChanged, done, pageOf } = posted
  const called = await callAs(request, locale, makeCall)
  const { cookies } = called
  if (called.kind === 'ended') return toLogin(localePath(locale, formPage), cookies)
  const answer = called.kind === 'answered' ? called.answer : null
  const result = answer ? outcomeIn(answer, done) : 'unavailable'
  if (result === done) await onChanged({ data: answer?.data, isUncertain: false })
  if (result === 'unavailable') await onChanged({ data: null, isUncertain: true })
  return redirectTo(localePath(locale, pageOf(result)), cookies)
}

const outcomeIn = ({ code, reason }: Reply, done: ProjectOutcome): ProjectOutcome =>
  code === CODE_OK ? done : refusedOutcome(code, reason)
