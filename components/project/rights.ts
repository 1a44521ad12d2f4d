import type { Rights } from '#lib/contract/update/update.ts'

/** What a version of a plugin may do, in words; `t` is that of `detail.compare`. */
export const nameRights = (
  { permissions, network, native }: Rights,
  t: (key: 'network' | 'native') => string,
): string[] => [
  ...permissions,
  ...(network ? [t('network')] : []),
  ...(native ? [t('native')] : []),
]
