import { notFound } from 'next/navigation'
import { UnansweredReports } from '#components/report/unanswered.tsx'
import { Counts } from '#components/creator/own/counts.tsx'
import { Drafts } from '#components/creator/own/drafts.tsx'
import { ProjectNotice } from '#components/creator/own/project-notice.tsx'
import { Transfers } from '#components/creator/own/transfers.tsx'
import {
  EmptyOverview,
  Overview,
  OverviewHead,
  type OverviewPlace,
  Storage,
} from '#components/creator/overview/overview.tsx'
import { UnfinishedUploads } from '#components/creator/own/unfinished-uploads.tsx'
import { call } from '#lib/api/call.ts'
import { ifAvailable } from '#lib/api/if-available.ts'
import type { SignedInAccount } from '#lib/sign-in/current.ts'
import { parseProjectOutcome } from '#lib/own-projects/project-outcome.ts'
import { type Kind, KIND_TABLE, KINDS } from '#lib/contract/kind.ts'
import { LIST_LIMIT_MAX } from '#lib/contract/limits.ts'
import { type OwnProject, ownProjectsQuerySchema } from '#lib/contract/own-project.ts'
import type { Project } from '#lib/contract/project.ts'

type Query = Record<string, string | string[] | undefined>
type Wanted = { principal: SignedInAccount; kind?: Kind; query: Query }

/** The own projects of all kinds, or of one; never from a cache. 404 for an order or a page that does not exist. */
export async function OwnOverview({ principal, kind, query }: Wanted) {
  const { account, token } = principal
  const { data: order } = ownProjectsQuerySchema.omit({ kind: true }).safeParse(query)
  if (!order) notFound()
  const { overview, projects, ...extras } = await readAll({ account, token, kind, ...order })
  if (projects.items.length === 0 && order.page > 1) notFound()
  const drafts = extras.drafts.filter((draft) => kind === undefined || draft.kind === kind)
  const isEmpty = projects.items.length === 0 && drafts.length === 0
  const outcome = parseProjectOutcome(query['result'])
  const place: OverviewPlace = { kind, username: account.username, sort: order.sort }
  return (
    <div data-kind={kind} className="pt-4">
      <OverviewHead
        place={place}
        kinds={overview?.kinds}
        isEmpty={isEmpty}
        hasRole={account.role !== undefined}
      />
      {outcome && (
        <div className="mb-8">
          <ProjectNotice kind={kind ?? 'icon'} outcome={outcome} />
        </div>
      )}
      {kind === undefined && <UnansweredReports count={extras.asked} />}
      <Storage storage={overview?.storage} />
      <UnfinishedUploads items={extras.unfinished} />
      <Drafts items={drafts} />
      {extras.transfers && <Transfers transfers={extras.transfers.items} />}
      {extras.counts && projects.items.length > 0 && <Counts counts={extras.counts} />}
      {projects.items.length > 0 ? (
        <Overview place={place} projects={projects} page={order.page} drafts={extras.drafts} />
      ) : (
        isEmpty && <EmptyOverview kind={kind} />
      )}
    </div>
  )
}

type Read = SignedInAccount & {
  kind: Kind | undefined
  sort: 'trend' | 'name'
  page: number
}

async function readAll({ account, token, kind, sort, page }: Read) {
  const hasTransfers = kind !== undefined && KIND_TABLE[kind].source === 'repository'
  const [overview, counts, drafts, transfers, reports, unfinished] = await Promise.all([
    ifAvailable(call('ownProjects', { kind, sort, page }, { token })),
    ifAvailable(call('ownCounts', { kind }, { token })),
    ifAvailable(call('keptForms', {}, { token })),
    hasTransfers ? ifAvailable(call('transfers', {}, { token })) : null,
    kind === undefined ? ifAvailable(call('ownReports', {}, { token })) : null,
    kind === undefined ? ifAvailable(call('unfinishedUploads', {}, { token })) : null,
  ])
  const asked = reports?.items.filter(({ is_asked: isAsked }) => isAsked).length ?? 0
  const projects = overview ?? (await listWithoutFigures(account.username, kind))
  return {
    overview,
    projects,
    counts,
    drafts: drafts?.items ?? [],
    unfinished: unfinished?.items ?? [],
    transfers,
    asked,
  }
}

/** What lists show of an author, where the backend has no overview: the first projects of each kind by name. */
async function listWithoutFigures(author: string, kind: Kind | undefined) {
  const lists = await Promise.all(
    (kind ? [kind] : KINDS).map((one) =>
      call('list', { kind: one, author, sort: 'name', limit: LIST_LIMIT_MAX }),
    ),
  )
  const items = lists.flatMap((list) => list.items.map(withoutFigures))
  return { items, from: null, next: null }
}

const withoutFigures = (project: Project): OwnProject => ({
  ...project,
  is_deprecated: Boolean(project.deprecation),
  undecided_packages: 0,
  hidden: null,
  hidden_reason: '',
  days: [],
  versions: [],
  scheduled: null,
  has_held_version: false,
  last_release: null,
})
