import type { DraftEntry } from '#lib/contract/kept-form.ts'
import type { OwnProject } from '#lib/contract/own-project.ts'
import { type Path, paths } from '#lib/paths.ts'

/** States of a project that are named on its card; several may apply. */
export type OwnState =
  | 'published'
  | 'scheduled'
  | 'deprecated'
  | 'unlisted'
  | 'archived'
  | 'hidden'
  | 'held'

export function statesOf(project: OwnProject): OwnState[] {
  const { hidden, visibility = 'listed', is_deprecated: isDeprecated, scheduled } = project
  const states: OwnState[] = [
    ...(hidden ? [hidden] : []),
    ...(visibility === 'listed' ? [] : [visibility]),
    ...(isDeprecated ? ['deprecated' as const] : []),
  ]
  return [
    ...(states.length === 0 ? ['published' as const] : states),
    ...(scheduled ? ['scheduled' as const] : []),
  ]
}

export type NeedName =
  | 'hidden'
  | 'held'
  | 'heldVersion'
  | 'repository'
  | 'packages'
  | 'systems'
  | 'unverified'
  | 'releaseWaiting'
  | 'releaseRefused'
  | 'releaseFailed'
  | 'license'
  | 'draft'

/** Something that its author should look at, and the page that solves it. */
export type OverviewNeed = { name: NeedName; page: Path; isUrgent: boolean }

const RELEASE_NEEDS = {
  waiting: 'releaseWaiting',
  refused: 'releaseRefused',
  failed: 'releaseFailed',
} as const

/** What needs attention, the most urgent first. A hidden project needs an answer before anything else. */
export function needsOf(project: OwnProject, drafts: DraftEntry[]): OverviewNeed[] {
  const { kind, id, hidden } = project
  if (hidden) return [{ name: hidden, page: paths.hiddenProject(project), isUrgent: true }]
  const edit = (anchor: string): Path => `${paths.edit(kind, { id })}${anchor}`
  const { state } = project.last_release ?? {}
  const releaseNeed =
    state === 'waiting' || state === 'refused' || state === 'failed' ? RELEASE_NEEDS[state] : null
  const ownerNeed = ownerNeedOf(project)
  const draft = drafts.find((one) => one.project_id === id)
  const needs: (OverviewNeed | false | null | undefined)[] = [
    ownerNeed && { name: ownerNeed, page: edit(''), isUrgent: ownerNeed !== 'unverified' },
    project.undecided_packages > 0 && {
      name: 'systems',
      page: edit('#field-package_systems'),
      isUrgent: true,
    },
    releaseNeed && {
      name: releaseNeed,
      page: `${paths.settings(project)}#releases`,
      isUrgent: releaseNeed !== 'releaseWaiting',
    },
    project.has_held_version && {
      name: 'heldVersion',
      page: edit('#own-versions'),
      isUrgent: false,
    },
    draft && { name: 'draft', page: paths.draft(draft), isUrgent: false },
    !project.license && { name: 'license', page: edit('#field-license'), isUrgent: false },
  ]
  return needs.filter((need) => !!need)
}

function ownerNeedOf(project: OwnProject) {
  if (project.repository_status) return 'repository'
  if (project.packages_removed) return 'packages'
  return project.owner_verified === false ? 'unverified' : null
}

/** Share of the quota from which on its author is warned. */
export const NEAR_QUOTA = 0.8
