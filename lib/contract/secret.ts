import { z } from 'zod'

/** What a secret has at least, in characters. */
export const INTERNAL_SECRET_MIN = 16
export const SESSION_SECRET_MIN = 32

/** A secret: printable ASCII that neither begins nor ends with a space. */
export const secretSchema = (min: number) =>
  z
    .string()
    .regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, 'expected printable ASCII')
    .min(min)

/** What seals the session cookie; several, newest first and separated by commas, to rotate. */
export const sessionSecretsSchema = z
  .string()
  .transform((list) => list.split(',').map((one) => one.trim()))
  .pipe(z.array(secretSchema(SESSION_SECRET_MIN)))
