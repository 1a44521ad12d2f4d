import { API_BASE } from '#lib/contract/limits.ts'
import type { Kept, Values } from '#lib/creator/form.ts'
import { difference, type MergedField } from '#lib/creator/merge.ts'
import type { FormWords } from './words.ts'

export function labelOf(field: MergedField, words: FormWords): string {
  const labels: Record<MergedField, string> = {
    file: words.file,
    title: words.title,
    owner: words.plugin.owner,
    repository_url: words.plugin.repository,
    cover: words.cover,
    gallery: words.gallery,
    description: words.description,
    version: words.version,
    minimum_version: words.minimum,
    operating_systems: words.os,
    category: words.category,
    tags: words.tags,
  }
  return labels[field]
}

type Props = { field: MergedField; values: Values; before: Values; words: FormWords }

/** What stands in a field; of a long text where it differs from the state before. */
export function FieldValue({ field, values, before, words }: Props) {
  if (field === 'cover' || field === 'gallery') {
    return <Pictures pictures={field === 'cover' ? [values.cover] : values.gallery} />
  }
  if (field === 'description') {
    return <Difference before={before.description} after={values.description} words={words} />
  }
  const text = textOf(field, values, words)
  return text === '' ? <i>{words.save.empty}</i> : <span dir="auto">{text}</span>
}

function textOf(
  field: Exclude<MergedField, 'cover' | 'gallery'>,
  values: Values,
  words: FormWords,
) {
  const named = (pairs: FormWords['systems'], value: string) =>
    pairs.find(([one]) => one === value)?.[1] ?? value
  if (field === 'file') return values.file?.name ?? ''
  if (field === 'category') return named(words.categories, values.category)
  if (field === 'operating_systems') {
    return values.operating_systems.map((one) => named(words.systems, one)).join(', ')
  }
  return values[field]
}

function Pictures({ pictures }: { pictures: (Kept | null)[] }) {
  return (
    <span className="flex flex-wrap gap-2">
      {pictures.map(
        (picture) =>
          picture && (
            <img
              key={picture.id}
              src={`${API_BASE}/file/${picture.id}/image.webp`}
              alt={picture.alt || picture.name}
              title={picture.alt}
              className="aspect-[16/10] w-20 rounded-key bg-surface-2 object-cover"
            />
          ),
      )}
    </span>
  )
}

/** So much of what is the same stands around a difference. */
const AROUND = 60

function Difference({ before, after, words }: { before: string; after: string; words: FormWords }) {
  const { start, removed, added, end } = difference(before, after)
  if (after === '' && start === '') return <i>{words.save.empty}</i>
  const cut = (text: string) => (text.length > AROUND ? '… ' : '')
  return (
    <span dir="auto" className="block max-h-60 overflow-y-auto break-words whitespace-pre-wrap">
      {cut(start)}
      {start.slice(-AROUND)}
      {removed && <del className="bg-danger/15">{removed}</del>}
      {added && <ins className="bg-success/20">{added}</ins>}
      {end.slice(0, AROUND)}
      {end.length > AROUND && ' …'}
    </span>
  )
}
