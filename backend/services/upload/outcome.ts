import { z } from 'zod'
import { detailsSchema } from '#lib/contract/envelope.ts'
import { ERROR_CODES, ERROR_STATUS } from '#lib/contract/error-code.ts'
import { uploadedFileSchema } from '#lib/contract/publish.ts'
import { DomainError } from '#backend/errors.ts'

const refusalSchema = z.object({
  code: z.enum(ERROR_CODES),
  message: z.string(),
  details: detailsSchema.optional(),
  fields: z.array(z.string()).optional(),
})
/** What became of an upload that could be continued. */
export const outcomeSchema = z.union([
  // Answered again as it is.
  z.object({ file: uploadedFileSchema.loose() }),
  z.object({ refusal: refusalSchema }),
])

/** Whether the same file would be refused again. With room in the quota it would not. */
export const isFinal = (error: unknown): error is DomainError =>
  error instanceof DomainError && ERROR_STATUS[error.code] < 500 && error.code !== 'quota_full'

export const toRefusal = ({ code, message, details, fields }: DomainError) => ({
  code,
  message,
  details,
  fields,
})

export const fromRefusal = ({ code, message, details, fields }: z.infer<typeof refusalSchema>) =>
  new DomainError(code, message, { details, fields })
