import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { PASSWORD_MIN, passwordSchema } from '#lib/contract/account.ts'
import { HttpError } from '#backend/http/errors.ts'

/** argon2id at OWASP's first choice of memory, passes and lanes, which is the library's default. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Those of the well-known list that the rules would let through. */
const common = new Set(
  dictionary['passwords-common']
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= PASSWORD_MIN && passwordSchema.safeParse(word).success),
)

/** The hash that is kept of a password or a code, in PHC form. */
export const hashSecret = (secret: string) => hash(secret, OPTIONS)

const nobody = hashSecret('a password that nobody has')

/**
 * Whether a secret is the one that was hashed; without a hash: no, after the same work, so that the
 * time does not tell whether there is one.
 */
export async function isSecret(secret: string, hashed: string | null | undefined) {
  const isRight = await verify(hashed ?? (await nobody), secret)
  return isRight && typeof hashed === 'string'
}

/** @throws HttpError 400 (`common_password`) for one that everybody tries first. */
export function refuseCommonPassword(password: string): void {
  if (!common.has(password.toLowerCase())) return
  throw new HttpError(400, 'That password is one of the most common ones.', 'common_password')
}
