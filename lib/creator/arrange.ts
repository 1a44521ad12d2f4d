import { moved } from '#lib/browser/moved.ts'
import { EMPTY_VALUES, type CreatorValues } from './values.ts'
import { type FileField, type Intent, isFileField } from './plain-form.ts'

/** A file of the form, as the buttons that remove and move it name it: `gallery.0`. */
export const placeOf = (field: FileField, at: number) => `${field}.${at}`

/** Values after a button of a file was pressed: the file is removed, or moved in its list. */
export function arrange(values: CreatorValues, intent: Intent, place: string): CreatorValues {
  const [field = '', position] = place.split('.')
  const at = Number(position)
  if (!isFileField(field) || !Number.isInteger(at)) return values
  const files = values[field]
  if (!Array.isArray(files)) {
    return intent === 'remove' ? { ...values, [field]: EMPTY_VALUES[field] } : values
  }
  if (intent === 'remove') return { ...values, [field]: files.toSpliced(at, 1) }
  if (intent === 'earlier') return { ...values, [field]: moved(files, at, at - 1) }
  return intent === 'later' ? { ...values, [field]: moved(files, at, at + 1) } : values
}
