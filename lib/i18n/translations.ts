import type { NamespaceKeys, NestedKeyOf, Messages } from 'next-intl'
import { getTranslations } from 'next-intl/server'

type Name = NamespaceKeys<Messages, NestedKeyOf<Messages>>
type Texts<N extends Name> = Awaited<ReturnType<typeof getTranslations<N>>>

/** The messages of several namespaces. */
export async function getTexts<const N extends readonly Name[]>(
  ...names: N
): Promise<{ [At in keyof N]: Texts<N[At]> }>
export async function getTexts(...names: Name[]) {
  return Promise.all(names.map((name) => getTranslations(name)))
}
