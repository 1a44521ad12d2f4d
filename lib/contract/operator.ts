import { z } from 'zod'
import { kindSchema } from './kind-schema.ts'
import { hiddenAnswerSchema, hiddenFileSchema } from './hidden.ts'
import { NAME_PROBLEMS } from '#lib/contract/name/name.ts'
import { idSchema } from './project.ts'
import { lineSchema, textSchema } from './text.ts'
import { versionSchema } from '#lib/contract/version/version-schema.ts'

/*
 * Calls of the operator's commands, on the backend's own port with `INTERNAL_SECRET`. They are not part of the
 * contract and never forwarded.
 */

export const OPERATOR_ACTIONS = ['hide', 'restore', 'delete', 'release', 'refuse'] as const
export type OperatorAction = (typeof OPERATOR_ACTIONS)[number]
/**
 * Also what the site itself did: a verified owner took a plugin over, or a hidden one got another id; the repository of a plugin is
 * another one; a refused claim to the id of a plugin; and a publication that is held. `invite`, `revoke` and `role` concern an account.
 */
export const AUDIT_ACTIONS = [
  ...OPERATOR_ACTIONS,
  'correct',
  'takeover',
  'repository',
  'claim',
  'hold',
  'invite',
  'revoke',
  'role',
  'dismiss',
  'ask',
  'undo',
  'settings',
  'suspend',
  'lift',
  'end_sessions',
  'bulk',
  'clear_demo',
  'retry',
  'discard_job',
  'backup',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export const operatorRequestSchema = z.object({
  action: z.enum(OPERATOR_ACTIONS),
  kind: kindSchema,
  id: idSchema,
  /** `release` and `refuse`: a version that is held; without it, the project. */
  version: versionSchema.optional(),
  reason: textSchema.trim().min(1).max(2000),
  by: lineSchema.trim().min(1).max(200),
})

/** An audit entry, with the project as it was at that time. */
export const auditEntrySchema = z.object({
  at: z.iso.datetime(),
  action: z.enum(AUDIT_ACTIONS),
  kind: kindSchema,
  id: z.string(),
  title: z.string(),
  author: z.string(),
  reason: z.string(),
  by: z.string(),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

/** A hidden project, or one that its author has deleted since, which is kept until `kept_until`. */
export const hiddenEntrySchema = auditEntrySchema.extend({
  answers: z.array(hiddenAnswerSchema),
  kept_until: z.iso.datetime().nullable(),
})
export type HiddenEntry = z.infer<typeof hiddenEntrySchema>
export const hiddenListSchema = z.object({ items: z.array(hiddenEntrySchema) })

/** A publication that waits for `release` or `refuse`. */
export const heldEntrySchema = auditEntrySchema
  .pick({ at: true, kind: true, id: true, title: true, author: true })
  .extend({
    /** Null if the whole project waits. */
    version: z.string().nullable(),
    /** What it equals (`file`, `plugin` or `title`), and kind and id of the hidden project. */
    held_for: z.string(),
    answers: z.array(hiddenAnswerSchema),
  })
export type HeldEntry = z.infer<typeof heldEntrySchema>
export const heldListSchema = z.object({ items: z.array(heldEntrySchema) })

const titleEntrySchema = auditEntrySchema
  .pick({ kind: true, id: true, title: true, author: true })
  .extend({ is_verified: z.boolean() })
export type TitleEntry = z.infer<typeof titleEntrySchema>
const authorEntrySchema = z.object({
  name: z.string(),
  display_name: z.string().nullable(),
  is_verified: z.boolean(),
})
export type AuthorEntry = z.infer<typeof authorEntrySchema>
const problemOfName = z.enum([...NAME_PROBLEMS, 'control'])
/** `is_verified`: the author has proved to own the repository of a plugin. */
export const namesListSchema = z.object({
  /** Those that would be refused today. */
  titles: z.array(titleEntrySchema.extend({ problem: problemOfName })),
  authors: z.array(authorEntrySchema.extend({ problem: problemOfName })),
  /** Groups that look the same and have several authors. */
  same_titles: z.array(z.array(titleEntrySchema)),
  same_authors: z.array(z.array(authorEntrySchema)),
})
export type NamesList = z.infer<typeof namesListSchema>

/** Files of a project that is hidden or kept, or whose version is held. */
export const operatorFilesSchema = z.object({ items: z.array(hiddenFileSchema) })
/** Files of versions that were discarded, or removed by a takeover; the last ones first. */
export const trashedFilesSchema = z.object({
  items: z.array(
    z.object({
      /** Storage key. */
      key: z.string(),
      name: z.string(),
      sha256: z.string(),
      trashed_at: z.iso.datetime(),
      /** `null` once the project is deleted. */
      project: z.string().nullable(),
      version: z.string().nullable(),
    }),
  ),
})
export type TrashedFile = z.infer<typeof trashedFilesSchema>['items'][number]

/** Result of a sweep: all stored objects, those unknown to the database, those moved to the trash. */
export const sweepResultSchema = z.object({
  total: z.number(),
  unknown: z.number(),
  moved: z.number(),
})

/** Number of demo projects removed and remaining. */
export const clearDemoResultSchema = z.object({ removed: z.number(), left: z.number() })
export type ClearDemoResult = z.infer<typeof clearDemoResultSchema>

/** What `npm run doctor` compares, in this order. */
export const EXAMINATIONS = [
  'database',
  'files',
  'programs',
  'objects',
  'counters',
  'search',
] as const
export type Examination = (typeof EXAMINATIONS)[number]

/** `fix` repairs what can be repaired without loss. `after` continues where the last answer ended. */
export const examineRequestSchema = z.object({
  what: z.enum(EXAMINATIONS),
  after: z.string().max(200).default(''),
  fix: z.boolean().default(false),
})
export type ExamineRequest = z.infer<typeof examineRequestSchema>

/** What the backend finds. */
const EXAMINED_CODES = [
  'migrations_differ',
  'database_too_old',
  'clock_differs',
  'file_missing',
  'file_has_other_size',
  'file_has_other_hash',
  'file_has_program',
  'drawings_missing',
  'picture_missing',
  'object_unknown',
  'counter_wrong',
  'not_indexed',
  'indexed_for_nobody',
] as const
/** And the doctor by itself. */
export const DOCTOR_CODES = [
  ...EXAMINED_CODES,
  'web_unreachable',
  'part_failing',
  'configuration',
  'node_too_old',
  'secret_weak',
  'proxy_changes',
] as const
/** Codes that `npm run doctor -- --fix` repairs. */
export const REPAIRED_CODES = [
  'drawings_missing',
  'picture_missing',
  'object_unknown',
  'counter_wrong',
  'not_indexed',
  'indexed_for_nobody',
] as const satisfies (typeof DOCTOR_CODES)[number][]
export type RepairedCode = (typeof REPAIRED_CODES)[number]
export type DoctorCode = (typeof DOCTOR_CODES)[number]

export const problemSchema = z.object({
  code: z.enum(EXAMINED_CODES),
  /** Id of the row, key of the object, or id of the project. */
  subject: z.string(),
  /** A sentence for the operator. */
  text: z.string(),
  isFixed: z.boolean(),
})
export type Problem = z.infer<typeof problemSchema>

/** One batch of an examination. */
export const examinedSchema = z.object({
  checked: z.number(),
  problems: z.array(problemSchema),
  /** For the next request; `null` after the last batch. */
  next: z.string().nullable(),
})
export type Examined = z.infer<typeof examinedSchema>

/** Body of `/api/revalidate` of the web app: a project, all projects of a kind, an author, or everything changed. */
export const revalidateRequestSchema = z.union([
  z.object({
    kind: kindSchema,
    id: idSchema,
    author: z.string().optional(),
    is_new: z.boolean().optional(),
  }),
  z.object({ kind: kindSchema, id: z.undefined().optional() }),
  z.object({ changed_author: z.string().min(1).max(100) }),
  z.object({ everything: z.literal(true) }),
])
export type RevalidateRequest = z.infer<typeof revalidateRequestSchema>
