import 'server-only'
import { z } from 'zod'
import type { Input, TokenCallName } from '#lib/api/call.ts'
import {
  isVersionChange,
  isVersionQuestion,
  type ProjectOutcome,
  refusedOutcome,
  VERSION_CHANGES,
  VERSION_QUESTIONS,
  type VersionChange,
} from '#lib/own-projects/project-outcome.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { uploadParamsSchema } from '#lib/contract/file/resumable.ts'
import { keptFormIdSchema } from '#lib/contract/kept-form.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import {
  changeVersionRequestSchema,
  deleteQuerySchema,
  discardVersionQuerySchema,
  versionParamsSchema,
} from '#lib/contract/publish.ts'
import { cleanLine, cleanText } from '#lib/contract/text.ts'
import { localePath } from '#lib/i18n/path.ts'
import { type Path, paths } from '#lib/paths.ts'
import { type FormRow, Malformed, type Next, type PostedForm } from './posted.ts'

const localeField = { locale: z.enum(LOCALES) }
const deleteSchema = deleteQuerySchema.extend({ kind: kindSchema })
const draftSchema = keptFormIdSchema.extend({ kind: kindSchema })
const versionSchema = versionParamsSchema.extend({
  change: z.custom<VersionChange>(isVersionChange),
  reason: z.string().default(''),
  notes: z.string().default(''),
})
type VersionFields = z.output<typeof versionSchema>

/** Maximum length of a rejected reason that returns to the form, in characters. */
const RETURNED_MAX = 1000

type Row<N extends TokenCallName> = {
  call: N
  input: Input<N>
  /** Page of the form. */
  page: Path
  /** Outcome of success. */
  done: ProjectOutcome
  pageOf: (result: ProjectOutcome) => Path
}

/** A form of one’s own projects: it leads to a page that shows the outcome. */
const row = <Fields extends z.ZodObject, N extends TokenCallName>(
  fields: Fields,
  read: (typed: z.output<Fields>) => Row<N>,
): FormRow => ({
  start: paths.account(),
  post: async (posted) => send(posted, read(parse(fields, posted))),
})

function parse<Fields extends z.ZodObject>(fields: Fields, posted: PostedForm): z.output<Fields> {
  const { data } = fields.safeParse(posted.values)
  if (!data || !z.object(localeField).safeParse(posted.values).success) throw new Malformed()
  return data
}

async function send<N extends TokenCallName>(posted: PostedForm, sent: Row<N>): Promise<Next> {
  const { locale } = posted
  posted.page = localePath(locale, sent.page)
  const { code, reason } = await posted.call(sent.call, sent.input)
  const result = code === CODE_OK ? sent.done : refusedOutcome(code, reason)
  return { to: localePath(locale, sent.pageOf(result)) }
}

export const PROJECT = {
  'project-delete': row(deleteSchema, ({ kind, id }) => ({
    call: 'remove',
    input: { kind, id },
    page: paths.deleteProject({ kind, id }),
    done: 'deleted',
    pageOf: (result) =>
      result === 'deleted' || result === 'gone'
        ? paths.ownProjects(kind, undefined, { result })
        : paths.deleteProject({ kind, id }, { result }),
  })),
  'project-draft': row(draftSchema, ({ kind, id }) => ({
    call: 'discardForm',
    input: { id },
    page: paths.deleteDraft(id),
    done: 'draft_deleted',
    pageOf: (result) =>
      result === 'draft_deleted' || result === 'gone'
        ? paths.ownProjects(kind, undefined, { result })
        : paths.deleteDraft(id, { result }),
  })),
  'project-upload': row(uploadParamsSchema, ({ id }) => ({
    call: 'discardUpload',
    input: { id },
    page: paths.user,
    done: 'upload_discarded',
    pageOf: (result) => paths.overview({ result }),
  })),
  'project-version': { start: paths.account(), post: changeVersion },
} satisfies Record<string, FormRow>

async function changeVersion(posted: PostedForm): Promise<Next> {
  const fields = parse(versionSchema, posted)
  const { kind, id, version, change } = fields
  const place = { kind, id, version }
  const shared = {
    page: formPageOf(fields),
    done: change,
    pageOf: (result: ProjectOutcome): Path =>
      result === 'gone'
        ? paths.ownProjects(kind, undefined, { result })
        : `${paths.edit(kind, { id, result, version })}#own-versions`,
  }
  const reason = cleanLine(fields.reason)
  if (change === 'discarded') {
    const { data } = discardVersionQuerySchema.safeParse({ reason })
    if (!data) return tooLong(posted, fields, reason)
    return send(posted, { call: 'discardVersion', input: { ...place, ...data }, ...shared })
  }
  const { data: body } = changeVersionRequestSchema.safeParse({
    ...(change === 'noted' ? { notes: cleanText(fields.notes) } : VERSION_CHANGES[change]),
    ...(change === 'withdrawn' && { reason }),
  })
  if (!body) return tooLong(posted, fields, reason)
  return send(posted, { call: 'changeVersion', input: { ...place, body }, ...shared })
}

/** Leads back with a reason that is too long. */
function tooLong(
  posted: PostedForm,
  { change, version, ...project }: VersionFields,
  typed: string,
): Next {
  if (change === 'noted') throw new Malformed()
  const asks = isVersionQuestion(change) ? VERSION_QUESTIONS[change].query : null
  const reason = typed.slice(0, RETURNED_MAX).toWellFormed()
  const page = paths.withdraw(project, version, { ...asks, result: 'too_long', reason })
  return { to: `${localePath(posted.locale, page)}#reason` }
}

/** The page that a change was posted from. */
function formPageOf({ change, version, ...project }: VersionFields): Path {
  if (change === 'noted') return paths.notes(project, version)
  return isVersionQuestion(change)
    ? paths.withdraw(project, version, VERSION_QUESTIONS[change].query)
    : paths.edit(project.kind, { id: project.id })
}
