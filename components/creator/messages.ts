import type { Messages, NamespaceKeys, NestedKeyOf } from 'next-intl'

/** Messages of the form: no other namespaces are sent to the browser. */
export const formMessages = ({
  form,
  creator,
  card,
  category,
  os,
  kind,
  detail,
  fileFormat,
  prose,
}: Messages) => {
  const { settings: _, hidden: __, ...own } = creator
  const { icons } = detail
  return { form, creator: own, card, category, os, kind, detail: { icons }, fileFormat, prose }
}

/** Messages of the actions in the list of one's own projects. */
export const listMessages = ({ creator: { own, done, refusal } }: Messages) => ({
  creator: { own, done, refusal },
})

type NamespaceOf<T> = NamespaceKeys<T, NestedKeyOf<T>>
export type FormNamespace = NamespaceOf<ReturnType<typeof formMessages>>
export type ListNamespace = NamespaceOf<ReturnType<typeof listMessages>>
