'use client'

import { useLocale } from 'next-intl'
import { categorySchema, operatingSystemSchema } from '#lib/contract/kind-schema.ts'
import { languageSchema } from '#lib/contract/project.ts'
import { difference } from '#lib/creator/difference.ts'
import { type FieldName, FIELDS } from '#lib/creator/fields.ts'
import type { UploadedFile } from '#lib/creator/form-file.ts'
import { toStated } from '#lib/creator/stated-files.ts'
import { countedText, filesOf, type CreatorValues } from '#lib/creator/values.ts'
import { formatList } from '#lib/i18n/format.ts'
import { languageName } from '#lib/i18n/language-name.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

type Props = { name: FieldName; values: CreatorValues; before: CreatorValues }

/** The value of a field; for the description, its differences from the state before. */
export function FieldValue({ name, values, before }: Props) {
  const { control } = FIELDS[name]
  if (control === 'cover' || control === 'gallery') {
    return <Pictures pictures={filesOf(values, name)} />
  }
  if (control === 'description') {
    return <Difference before={countedText(before, name)} after={countedText(values, name)} />
  }
  return <TextValue name={name} values={values} />
}

function TextValue({ name, values }: Omit<Props, 'before'>) {
  const t = useFormMessages('creator.saving')
  const os = useFormMessages('os')
  const category = useFormMessages('category')
  const locale = useLocale()
  function toText(): string {
    const { control } = FIELDS[name]
    if (control === 'file') return values.file?.name ?? ''
    if (control === 'packages') {
      const names = values.packages.map((one) => one.name)
      return formatList(names, locale)
    }
    if (control === 'platforms') {
      const said = toStated(values.package_systems)
      return formatList(
        said.map(({ file, platform }) => `${file} (${platform})`),
        locale,
      )
    }
    if (control === 'category') {
      const known = categorySchema.safeParse(values.category).data
      return known ? category(known) : values.category
    }
    if (control === 'language') {
      const known = languageSchema.safeParse(values.language).data
      return known ? languageName(known, locale) : ''
    }
    if (control === 'systems') {
      const known = operatingSystemSchema.array().catch([]).parse(values.operating_systems)
      const names = known.map((system) => os(system))
      return formatList(names, locale)
    }
    return countedText(values, name)
  }
  const text = toText()
  return text === '' ? <i>{t('empty')}</i> : <span dir="auto">{text}</span>
}

function Pictures({ pictures }: { pictures: UploadedFile[] }) {
  return (
    <span className="flex flex-wrap gap-2">
      {pictures.map(({ id, url, name, alt }) => (
        <img
          key={id}
          src={url}
          alt={alt || name}
          title={alt}
          className="aspect-[16/10] w-20 rounded-key bg-surface-2 object-cover"
        />
      ))}
    </span>
  )
}

/** Characters of equal text shown around a difference. */
const CONTEXT = 60

function Difference({ before, after }: { before: string; after: string }) {
  const t = useFormMessages('creator.saving')
  const { start, removed, added, end } = difference(before, after)
  if (after === '' && start === '') return <i>{t('empty')}</i>
  return (
    <span dir="auto" className="block max-h-60 overflow-y-auto break-words whitespace-pre-wrap">
      {start.length > CONTEXT && '… '}
      {start.slice(-CONTEXT)}
      {removed && <del className="bg-danger/15">{removed}</del>}
      {added && <ins className="bg-success/20">{added}</ins>}
      {end.slice(0, CONTEXT)}
      {end.length > CONTEXT && ' …'}
    </span>
  )
}
