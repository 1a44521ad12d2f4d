import { useLocale, useTranslations } from 'next-intl'
import { buttonClass } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { FIELDS, fieldsOf } from '#lib/creator/fields.ts'
import { ERRORS_ID, PLAIN_INPUTS } from '#lib/creator/plain-form.ts'
import { endpoints } from '#lib/paths.ts'
import { PlainConflict } from './plain-conflict.tsx'
import { PlainControl } from './plain-controls.tsx'
import { idOf, type PlainView, useErrorText } from './plain-view.ts'

type Props = { view: PlainView }

/** The form that publishes and edits a project without scripts. */
export function PlainForm({ view }: Props) {
  const { kind, edited, values, idempotencyKey } = view
  const t = useTranslations('creator')
  const form = useTranslations('form')
  const locale = useLocale()
  const { source } = KIND_TABLE[kind]
  const names = fieldsOf(source).filter((name) => edited !== null || !FIELDS[name].isEditOnly)
  return (
    <form
      method="post"
      encType="multipart/form-data"
      action={endpoints.plainForm(locale, kind, { id: edited?.id })}
      noValidate
      className="max-w-3xl space-y-7"
    >
      <Hidden name={PLAIN_INPUTS.key} value={idempotencyKey} />
      <Hidden name={PLAIN_INPUTS.revision} value={edited?.revision?.toString()} />
      <Hidden name={PLAIN_INPUTS.base} value={edited && JSON.stringify(edited.base)} />
      <Hidden name={PLAIN_INPUTS.facts} value={values.facts && JSON.stringify(values.facts)} />
      {/* Enter in a field submits by the first button, which must not be the one that reads the repository. */}
      <button type="submit" className="hidden" tabIndex={-1} aria-hidden />
      <Outcome view={view} />
      <p className="text-sm text-content-muted">{form('marked')}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-7 sm:grid-cols-2">
        {names.map((name) => (
          <div key={name} className={FIELDS[name].isHalfWidth ? undefined : 'sm:col-span-2'}>
            <PlainControl name={name} view={view} />
          </div>
        ))}
      </div>
      <div className="flex flex-wrap justify-end gap-3 border-t border-line pt-6">
        <button
          type="submit"
          name={PLAIN_INPUTS.intent}
          value="preview"
          className={`${buttonClass({ variant: 'secondary', size: 'lg' })} cursor-pointer`}
        >
          {t('preview')}
        </button>
        <button
          type="submit"
          className={`${buttonClass({ variant: 'primary', size: 'lg' })} cursor-pointer`}
        >
          {t(edited ? 'save' : 'submit')}
        </button>
      </div>
    </form>
  )
}

const Hidden = ({ name, value }: { name: string; value: string | null | undefined }) =>
  value ? <input type="hidden" name={name} value={value} /> : null

/** What the last submission led to. It receives the focus: the address ends with its id. */
function Outcome({ view }: Props) {
  const { errors, conflict, isReview, isLost, proof } = view
  const t = useTranslations('creator')
  return (
    <div id={ERRORS_ID} tabIndex={-1} className="scroll-mt-24 space-y-3">
      {isLost && (
        <Notice tone="danger" title={t('plain.notSaved')}>
          {t('plain.lost')}
        </Notice>
      )}
      {errors.length > 0 && <ErrorSummary view={view} />}
      {conflict && <PlainConflict view={view} conflict={conflict} />}
      {isReview && errors.length === 0 && <Notice tone="info">{t('plain.review')}</Notice>}
      {proof && (
        <Notice tone={proof === 'proved' ? 'success' : 'danger'}>{t(PROOF_MESSAGES[proof])}</Notice>
      )}
    </div>
  )
}

const PROOF_MESSAGES = {
  proved: 'plugin.byPush',
  unproved: 'plugin.pushNot',
  failed: 'plugin.pushFailed',
} as const

/** All errors, with links to their fields. */
function ErrorSummary({ view: { errors } }: Props) {
  const t = useTranslations('creator')
  const describe = useErrorText()
  return (
    <section
      aria-labelledby={`${ERRORS_ID}-title`}
      className="space-y-2 rounded-card border border-danger/60 bg-surface-1 px-4 py-3 text-sm"
    >
      <h2 id={`${ERRORS_ID}-title`} className="font-semibold text-danger">
        {t('plain.notSaved')}
      </h2>
      <ul className="list-disc space-y-1 ps-5">
        {errors.map((error) => (
          <li key={`${error.field} ${describe(error)}`} className="min-w-0 break-words">
            {error.field ? (
              <a href={`#${idOf(error.field)}`} className="underline underline-offset-4">
                {t('labelled', { label: t(FIELDS[error.field].label), value: describe(error) })}
              </a>
            ) : (
              describe(error)
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
