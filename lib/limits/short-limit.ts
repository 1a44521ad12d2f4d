import { z } from 'zod'

const factorSchema = z.coerce.number().min(1).max(10).catch(1)

/**
 * A limit in ms within which one part of the site has to answer another, as it is in this process. Tests that are not about such limits
 * set the variable `WAIT_FACTOR` (1 to 10, by default 1), which multiplies them: on a busy machine everything takes many times as long.
 */
export const shortLimit = (ms: number): number =>
  ms * factorSchema.parse(process.env['WAIT_FACTOR'])
