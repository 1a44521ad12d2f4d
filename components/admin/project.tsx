import { Field } from '#components/ui/field-client.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import type { ModeratedProject } from '#lib/contract/admin/project.ts'
import { CATEGORIES } from '#lib/contract/kind.ts'
import { VISIBILITIES } from '#lib/contract/visibility.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { AdminForm, Submit } from './form.tsx'
import { ReasonField } from './reason-field.tsx'

type Props = { project: ModeratedProject; to: string }

/** Corrects what decides where a public project is found. */
export async function CorrectProject({ project, to }: Props) {
  const [t, creator, categories, status] = await getTexts(
    'admin.projects',
    'creator',
    'category',
    'account.projectStatus',
  )
  const { kind, id, revision = 0, category, tags, visibility } = project
  return (
    <AdminForm form="correct" to={to} fields={{ kind, id, revision: String(revision) }}>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          id="correct-category"
          name="category"
          label={creator('category')}
          defaultValue={category}
          options={CATEGORIES[kind].map((value) => ({ value, label: categories(value) }))}
        />
        <SelectField
          id="correct-visibility"
          name="visibility"
          label={t('visibility')}
          defaultValue={visibility}
          options={VISIBILITIES.map((value) => ({
            value,
            label: value === 'listed' ? t('listed') : status(value),
          }))}
        />
      </div>
      <Field
        id="correct-tags"
        name="tags"
        label={creator('tags')}
        help={t('tagsHelp')}
        defaultValue={tags.join(', ')}
        autoComplete="off"
      />
      <ReasonField id="correct-reason" />
      <Submit variant="primary">{t('save')}</Submit>
    </AdminForm>
  )
}

/** Hides or restores a project, or deletes one that is hidden. `done`: where a deletion leads. */
export async function DecideProject({ project, to, done }: Props & { done: string }) {
  const [t, bulk] = await getTexts('admin.projects', 'admin.bulk')
  const { kind, id, state } = project
  const isHidden = state === 'hidden'
  const reason = (name: string) => <ReasonField id={`${name}-reason`} help={bulk('reasonHelp')} />
  return (
    <div className="space-y-6">
      <AdminForm form="project" to={to} fields={{ kind, id }}>
        {reason('decide')}
        <Submit name="action" value={isHidden ? 'restore' : 'hide'}>
          {t(isHidden ? 'restore' : 'hide')}
        </Submit>
      </AdminForm>
      {isHidden && (
        <details className="rounded-card border border-line p-4">
          <summary className="cursor-pointer text-sm font-medium">{t('delete')}</summary>
          <AdminForm
            form="project"
            to={to}
            done={done}
            fields={{ kind, id }}
            className="mt-4 space-y-4"
          >
            <Notice tone="danger">{t('deleteLead')}</Notice>
            {reason('delete')}
            <Submit name="action" value="delete">
              {t('delete')}
            </Submit>
          </AdminForm>
        </details>
      )}
    </div>
  )
}
