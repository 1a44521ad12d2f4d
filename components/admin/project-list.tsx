import { getTranslations } from 'next-intl/server'
import { SelectField } from '#components/ui/select-field.tsx'
import {
  type ModeratedProject,
  PROJECT_STATES,
  type ProjectState,
} from '#lib/contract/admin/project.ts'
import { langOf } from '#lib/contract/language.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { paths } from '#lib/paths.ts'
import { FilterForm } from './filter-form.tsx'
import { type FilterProps, ProjectFilterFields } from './project-filter.tsx'
import { Entry } from './entry.tsx'
import { Submit } from './form.tsx'

export async function ProjectFilter({ typed, isWrong }: FilterProps) {
  const [t, audit] = await getTexts('admin.projects', 'admin.audit.filter')
  return (
    <FilterForm path={paths.adminProjects()} className="sm:grid-cols-2 xl:grid-cols-4">
      <SelectField
        id="projects-state"
        name="state"
        label={t('state')}
        defaultValue={typed['state']}
        options={(['all', ...PROJECT_STATES] as const).map((value) => ({
          value,
          label: t(`states.${value}`),
        }))}
      />
      <ProjectFilterFields id="projects" typed={typed} isWrong={isWrong} />
      <Submit>{audit('submit')}</Submit>
    </FilterForm>
  )
}

const TONES: Record<ProjectState, string> = {
  public: 'border-line text-content-muted',
  unlisted: 'border-line-strong text-content',
  hidden: 'border-danger text-danger',
  held: 'border-warning text-warning',
}

/** The state of a project, as a word in a frame. */
export async function ProjectStateMark({ state }: { state: ProjectState }) {
  const t = await getTranslations('admin.projects')
  return (
    <span className={`rounded-full border px-2 py-0.5 text-xs ${TONES[state]}`}>
      {t(`states.${state}`)}
    </span>
  )
}

/** Projects, each with a link to its page of the administration. Titles are of users: shown as they are written. */
export async function ProjectList({ items }: { items: ModeratedProject[] }) {
  const [t, accounts, kinds, categories] = await getTexts(
    'admin.projects',
    'admin.accounts',
    'kind',
    'category',
  )
  if (items.length === 0) return <p className="text-sm text-content-muted">{t('none')}</p>
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface-1">
      {items.map((item) => (
        <Entry
          key={item.id}
          href={paths.adminProject(item)}
          title={item.title}
          lang={langOf(item)}
          marks={item.state !== 'public' && <ProjectStateMark state={item.state} />}
          at={item.created_at}
        >
          {kinds(`${item.kind}.one`)} · {categories(item.category)} · <bdi>{item.author}</bdi> ·{' '}
          {accounts('reportCount', { count: item.reports })}
        </Entry>
      ))}
    </ul>
  )
}
