import { z } from 'zod'
import { CATEGORIES, KIND_TABLE, KINDS, OPERATING_SYSTEMS } from './kind.ts'

export const kindSchema = z.enum(KINDS)

/** A kind whose projects are published as files. */
export type FileKind = {
  [K in keyof typeof KIND_TABLE]: (typeof KIND_TABLE)[K]['source'] extends 'file' ? K : never
}[keyof typeof KIND_TABLE]
const isFileKind = (kind: (typeof KINDS)[number]): kind is FileKind =>
  KIND_TABLE[kind].source === 'file'
export const FILE_KINDS = KINDS.filter(isFileKind)
export const fileKindSchema = z.enum(FILE_KINDS)

type KindWith<C extends string> = {
  [K in keyof typeof KIND_TABLE]: (typeof KIND_TABLE)[K]['contents'] extends C ? K : never
}[keyof typeof KIND_TABLE]

const kindsWith = <C extends string>(contents: C): KindWith<C>[] => {
  const hasContents = (kind: (typeof KINDS)[number]): kind is KindWith<C> =>
    KIND_TABLE[kind].contents === contents
  return KINDS.filter(hasContents)
}
/** Kinds whose detail page shows icons, and those that show pages of keys. */
export const iconKindSchema = z.enum(kindsWith('icons'))
export const pageKindSchema = z.enum(kindsWith('pages'))
export type PageKind = z.infer<typeof pageKindSchema>

/** Any category of any kind. */
export const categorySchema = z.enum([...new Set(Object.values(CATEGORIES).flat())])
export const operatingSystemSchema = z.enum(OPERATING_SYSTEMS)
