import type { MessageKeys, Messages, NestedKeyOf } from 'next-intl'

type Creator = Messages['creator']
/** Key of a message in the namespace `creator`. */
export type CreatorMessage = MessageKeys<Creator, NestedKeyOf<Creator>>
/** Key of a message in the namespace `creator.error`. */
export type ErrorMessage = keyof Creator['error']
/** Key of a message in the namespace `creator.warning`. */
export type WarningMessage = keyof Creator['warning']
