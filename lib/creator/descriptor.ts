import type { z } from 'zod'
import type { ContentSource } from '#lib/contract/kind.ts'
import type { Project } from '#lib/contract/project.ts'
import type {
  createRequestSchema,
  GithubCheck,
  ManifestSummary,
  updateRequestSchema,
} from '#lib/contract/publish.ts'
import type { UploadedFile } from './form-file.ts'
import type { CreatorMessage, ErrorMessage } from './messages.ts'

/** How a field is entered, and shown in a conflict. */
export type Control =
  | 'line'
  | 'version'
  | 'channel'
  | 'time'
  | 'description'
  | 'notes'
  | 'language'
  | 'license'
  | 'systems'
  | 'category'
  | 'tags'
  | 'file'
  | 'packages'
  | 'platforms'
  | 'cover'
  | 'gallery'
  | 'repository'
  | 'owner'

type Request = z.input<typeof createRequestSchema> &
  Pick<z.input<typeof updateRequestSchema>, 'publish_at'>
type RequestKey = keyof Request

/** Declaration of a form field whose value is a `T` and whose errors have the codes `E`. */
export type Descriptor<T, E extends string> = {
  /** Schema of the value in the form and in drafts; what may be published is up to the contract. */
  schema: z.ZodType<T>
  /** Value in the form of a new project. */
  initial: T
  label: CreatorMessage
  help?: CreatorMessage | Record<ContentSource, CreatorMessage>
  control: Control
  /** Field of projects with this source only. */
  source?: ContentSource
  /** A project can be published without it. */
  isOptional?: true
  /** Not shown for a new project. */
  isEditOnly?: true
  /** Shares its row with the next field. */
  isHalfWidth?: true
  /** Limit in characters, counted in the text that `clean` returns. */
  maximum?: number
  clean?: (value: T) => T
  fromProject: (project: Project) => T
  /** Suggestion for the value, read from an uploaded archive or from a plugin's repository. */
  fromManifest?: (manifest: ManifestSummary) => T | undefined
  fromRepository?: (repository: GithubCheck) => T | undefined
  /**
   * A new file or repository state has a new value: suggested for a published project too, and
   * read-only for a published plugin until its repository has been read.
   */
  followsSource?: true
  /** Its part of the request, before the contract's schema parses it. */
  toRequest: (value: T) => { [K in RequestKey]?: unknown }
  /** Fields of the request that the contract leaves optional and the form requires. */
  required?: { [K in RequestKey]?: z.ZodType }
  /** Text by which two values are compared for changes and conflicts. */
  compare: (value: T) => string
  /** Uploaded files in the value, and the error for one that the server no longer has. */
  files?: (value: T) => UploadedFile[]
  missing?: NoInfer<E>
  /** Errors shown at the field: code to message. A code is a field of the request or an error code. */
  errors: { [K in E]?: ErrorMessage }
}

/** Infers value and error codes of a descriptor. */
export const field = <T, const E extends string>(
  descriptor: Descriptor<T, E> & { errors: Record<E, ErrorMessage> },
) => descriptor
