import { displayName } from '#backend/services/container/error.ts'
import type { Project } from '#lib/contract/project.ts'
import { paths } from '#lib/paths.ts'
import type { PublishPlan } from './publish-plan.ts'
import type { Reporter } from './reporter.ts'

/** What only the site checks. */
const UNCHECKED =
  'the token, quotas, titles of others, pictures, and the versions and the repository of the project'

/** Reports what a dry run would publish. @param origin null without a site. */
export function reportPlan(reporter: Reporter, plan: PublishPlan, origin: URL | null): void {
  const { kind, project, valid, packages, cover, gallery, draw, fields } = plan
  const files = { file: valid?.file ?? null, cover, gallery }
  const own = [valid, ...packages].map((one) => one?.file)
  const named = [...own, cover, ...(gallery ?? [])].flatMap((file) => (file ? [file.name] : []))
  const what = project === null ? `a new project (${kind})` : `project ${project} (${kind})`
  reporter.line(`Would publish${origin ? ` to ${origin.host}` : ''}: ${what}.`)
  if (named.length > 0) reporter.line(`  files: ${named.join(', ')}`)
  for (const [name, value] of Object.entries(fields)) {
    reporter.line(`  ${name}: ${JSON.stringify(value)}`)
  }
  reporter.line(`  only the site checks ${UNCHECKED}`)
  const hashes = (file: typeof files.file) => file && { name: file.name, sha256: file.sha256 }
  reporter.result({
    dry_run: true,
    site: origin?.origin ?? null,
    kind,
    project,
    file: hashes(files.file),
    packages: packages.map(({ file }) => hashes(file)),
    cover: hashes(cover),
    gallery: gallery?.map(hashes) ?? null,
    draw,
    fields,
    unchecked: UNCHECKED,
  })
}

/** Names the versions that fit where the current one of a project does not. */
export function noteFitting(
  reporter: Reporter,
  { version: current, fitting_versions: fitting = [] }: Project,
): void {
  for (const { version, operating_systems: systems, minimum_version: minimum } of fitting) {
    reporter.note(
      `Where ${current} does not fit, ${version} does: ${systems.join(', ')}, application ${minimum} or later.`,
    )
  }
}

/** Reports a published, held or scheduled project. */
export function reportProject(
  reporter: Reporter,
  project: Project,
  {
    origin,
    fields,
    isRepeated,
    isCorrected = false,
  }: { origin: URL; fields: PublishPlan['fields']; isRepeated: boolean; isCorrected?: boolean },
): void {
  const { id, kind, title, version: current, held, same_title, release } = project
  // Neither a pre-release nor a scheduled version is the current one.
  const version = String(fields['version'] ?? current)
  const url = new URL(paths.detail({ kind, id }), origin).href
  const corrected = isCorrected ? 'Notes corrected' : null
  const done = corrected ?? (held ? 'Held' : isRepeated ? 'Was published already' : 'Published')
  const time = version === current || held ? undefined : fields['publish_at']
  const kept = version === current ? '' : `; the current version stays ${current}`
  reporter.line(`${time ? `Scheduled for ${time}` : done}: “${title}” ${version}${kept}`)
  reporter.line(`  ${url}`)
  if (held) reporter.note(HELD)
  const open = (release?.files ?? []).flatMap(({ name, platform }) =>
    platform === null ? [name] : [],
  )
  for (const name of open) reporter.note(undecided(name))
  if (same_title) reporter.note(`Another author has a project called “${same_title}”.`)
  noteFitting(reporter, project)
  if (!isRepeated)
    reporter.note(`Its id is ${id}: name it as --project, or as “project” in keystrip.json.`)
  reporter.result({
    id,
    kind,
    title,
    version,
    url,
    repeated: isRepeated,
    notes_corrected: isCorrected,
    held: held ?? null,
    fitting_versions: project.fitting_versions ?? [],
    ...(open.length > 0 && { undecided_packages: open }),
  })
}

/** File names of a repository are any text. */
const undecided = (name: string) =>
  `No system is offered ${displayName(name)}: state which one it is for as “package_systems” in keystrip.json.`

const HELD =
  'It equals something that the operator has hidden, and is not public until the operator releases it. You get an e-mail then.'
