import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { PASSWORD_MIN, passwordSchema } from '#lib/contract/account.ts'
import { DomainError } from '#backend/errors.ts'

/** argon2id with the parameters that OWASP recommends first. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Common passwords that the rules for passwords would accept. */
const common = new Set(
  dictionary['passwords-common']
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= PASSWORD_MIN && passwordSchema.safeParse(word).success),
)

/** Hash of a password or a code, in PHC string format. */
export const hashSecret = (secret: string) => hash(secret, OPTIONS)

const placeholderHash = hashSecret('a password of no account')

/**
 * Whether a secret matches a hash. Without a hash the result is `false` after the same work, so that
 * the response time does not reveal whether a hash exists.
 */
export async function verifySecret(secret: string, hashed: string | null | undefined) {
  const isMatch = await verify(hashed ?? (await placeholderHash), secret)
  return isMatch && typeof hashed === 'string'
}

/** @throws DomainError `common_password` for a password on the list of common ones. */
export function rejectCommonPassword(password: string): void {
  if (!common.has(password.toLowerCase())) return
  throw new DomainError('common_password', 'The password is one of the most common ones.')
}
