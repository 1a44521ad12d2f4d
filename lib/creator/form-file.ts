import { z } from 'zod'
import {
  type DrawCoverRequest,
  drawCoverRequestSchema,
  type DrawnPictures,
} from '#lib/contract/file/cover.ts'
import { fileWarningsSchema } from '#lib/contract/file/file-issue.ts'
import { PACKAGE_PLATFORMS } from '#lib/contract/file/plugin-package.ts'
import type { uploadedFileSchema } from '#lib/contract/publish.ts'
import {
  type Image,
  imageSchema,
  type Project,
  projectFileSchema,
  sitePathSchema,
} from '#lib/contract/project.ts'

/** An uploaded file as the form and its drafts hold it. */
export const formFileSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** In bytes; unknown for pictures of a published project. */
  size: z.number().nullable(),
  /** Alternative text; empty for project files. */
  alt: z.string(),
  /** Address for a preview. Drafts of earlier releases lack it. */
  url: sitePathSchema.optional().catch(undefined),
  /** Of pictures, in pixels. Drafts of earlier releases lack them. */
  width: z.number().int().positive().optional().catch(undefined),
  height: z.number().int().positive().optional().catch(undefined),
  /** Of pictures that are shown as they are stored: what is behind a transparent one. */
  placeholder: imageSchema.shape.placeholder.catch(undefined),
  /** What is doubtful about the file or the picture. */
  warnings: fileWarningsSchema.optional().catch(undefined),
  /** Only for project files: the hash, the format, the uploaded file if another is installed, and entries of an archive that is not shown. */
  sha256: projectFileSchema.shape.sha256.optional().catch(undefined),
  format: projectFileSchema.shape.format,
  original: projectFileSchema.shape.original.catch(undefined),
  entries: projectFileSchema.shape.entries.catch(undefined),
  /** Only for packages of plugins. */
  platform: z.enum(PACKAGE_PLATFORMS).optional().catch(undefined),
  /** Only for packages and project files: the version in their manifest. */
  version: z.string().optional(),
  /** Only for pictures drawn from the project file: how, and with which title. */
  drawn: drawCoverRequestSchema.optional().catch(undefined),
})
export type UploadedFile = z.infer<typeof formFileSchema>

/** A file as `POST /file/upload` answers it. */
export const fromUpload = (uploaded: z.infer<typeof uploadedFileSchema>): UploadedFile => ({
  id: uploaded.id,
  url: uploaded.url,
  name: uploaded.name,
  size: uploaded.size,
  alt: '',
  width: uploaded.width,
  height: uploaded.height,
  placeholder: uploaded.placeholder,
  warnings: uploaded.warnings,
  sha256: uploaded.format ? uploaded.sha256 : undefined,
  format: uploaded.format,
  original: uploaded.original,
  entries: uploaded.entries,
  platform: uploaded.package?.platform,
  version: uploaded.package?.version ?? uploaded.manifest_summary?.version,
})

/** A backend that leaves out `file_id` cannot be asked to keep the picture: it has to be uploaded again. */
export const fromImage = ({
  file_id = '',
  url,
  alt,
  width,
  height,
  placeholder,
}: Image): UploadedFile => ({
  id: file_id,
  name: alt,
  size: null,
  alt,
  url,
  width,
  height,
  placeholder,
})

export function fromProjectFile(file: Project['file']): UploadedFile | null {
  if (!file) return null
  const { file_id: id = '', name, size, sha256, format, original, entries } = file
  return { id, name, size, alt: '', sha256, format, original, entries }
}

/** Cover and gallery with pictures drawn from the file. Pictures that the creator has chosen stay. */
export function withDrawn<T extends { cover: UploadedFile | null; gallery: UploadedFile[] }>(
  values: T,
  drawn: DrawnPictures,
  { look, alt }: { look: DrawCoverRequest; alt: string },
): Pick<T, 'cover' | 'gallery'> {
  const cover = { ...fromUpload(drawn.cover), alt, drawn: look }
  const gallery = drawn.gallery.map((picture) => ({ ...fromUpload(picture), drawn: look }))
  return { cover, gallery: values.gallery.every(isDrawn) ? gallery : values.gallery }
}

const isDrawn = ({ drawn }: UploadedFile) => drawn !== undefined
