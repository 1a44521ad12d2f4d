import { useTranslations } from 'next-intl'
import { FIELDS } from '#lib/creator/fields.ts'
import { PLAIN_INPUTS, type PlainState } from '#lib/creator/plain-form.ts'
import { ConflictSummary } from '#components/creator/form/conflict-notice-client.tsx'
import { FieldValue } from '#components/creator/controls/field-value-client.tsx'
import type { PlainView } from './plain-view.ts'

type Props = { view: PlainView; conflict: NonNullable<PlainState['conflict']> }

/** Changes that were saved elsewhere, with a choice for each field that was changed in both places. */
export function PlainConflict({ view: { values, edited }, conflict }: Props) {
  const t = useTranslations('creator')
  if (!edited) return null
  return (
    <section
      aria-labelledby="conflict-title"
      className="space-y-3 rounded-card border border-warning/60 bg-surface-1 p-4 text-sm"
    >
      <ConflictSummary id="conflict-title" conflict={conflict} />
      {conflict.fields.map((name) => (
        <div key={name} className="min-w-0 space-y-1.5 border-t border-line pt-3">
          <p className="font-medium">{t(FIELDS[name].label)}</p>
          <p className="text-content-muted">{t('saving.theirs')}</p>
          <div className="break-words">
            <FieldValue name={name} values={edited.saved} before={values} />
          </div>
          <label className="flex items-center gap-2">
            <input type="checkbox" name={PLAIN_INPUTS.take} value={name} className="size-4" />
            {t('plain.take', { field: t(FIELDS[name].label) })}
          </label>
        </div>
      ))}
    </section>
  )
}
