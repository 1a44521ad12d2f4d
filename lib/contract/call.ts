import type { z } from 'zod'

/** One call of the contract: what goes in and what comes out. */
export type Call = {
  method: 'get' | 'post' | 'put' | 'delete'
  /** Below `API_BASE`; `{name}` marks a parameter. */
  path: string
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Media type of the body where it is not JSON. */
  bodyType?: 'multipart/form-data'
  /** `data` of a successful answer. */
  data: z.ZodType
  /** Media type of a successful answer that is no envelope. */
  answerType?: 'image/webp'
  /** Whether the envelope carries `token`. */
  token?: true
  /** Whether a bearer token is wanted. */
  auth?: true
  /** Whether it takes an `Idempotency-Key`: sent again with the same key, it is done once. */
  idempotent?: true
  /** A backend may leave it out. */
  optional?: true
}
