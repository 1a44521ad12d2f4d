import { z } from 'zod'

/** Minimum length of a secret, in characters. */
export const INTERNAL_SECRET_MIN = 16
export const SESSION_SECRET_MIN = 32

/** A secret: printable ASCII without leading or trailing spaces. */
export const secretSchema = (min: number) =>
  z
    .string()
    .regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, 'expected printable ASCII')
    .min(min)

/** Secrets that seal the session cookie, newest first, comma-separated for rotation. */
export const sessionSecretsSchema = z
  .string()
  .transform((list) => list.split(',').map((one) => one.trim()))
  .pipe(z.array(secretSchema(SESSION_SECRET_MIN)))
