import { z } from 'zod'
import {
  correctProjectRequestSchema,
  decideProjectRequestSchema,
  moderatedProjectSchema,
  moderatedProjectsQuerySchema,
  moderatedProjectsSchema,
} from '#lib/contract/admin/project.ts'
import type { Call } from '#lib/contract/call.ts'
import { projectParamsSchema } from '#lib/contract/project.ts'

/** Projects as moderators see and correct them. */
export const MODERATION_CALLS = {
  moderatedProjects: {
    method: 'get',
    path: '/admin/projects',
    summary: 'Projects of every state that a filter matches, the newest first',
    query: moderatedProjectsQuerySchema,
    data: moderatedProjectsSchema,
    access: 'moderator',
  },
  moderatedProject: {
    method: 'get',
    path: '/admin/projects/{kind}/{id}',
    summary: 'A project of any state',
    params: projectParamsSchema,
    data: moderatedProjectSchema,
    access: 'moderator',
  },
  decideProject: {
    method: 'post',
    path: '/admin/projects/{kind}/{id}/decision',
    summary: 'Hide or restore a project, or delete a hidden one',
    params: projectParamsSchema,
    body: decideProjectRequestSchema,
    data: z.null(),
    errors: ['not_found', 'own_report'],
    access: 'moderator',
    revalidates: 'catalogue',
  },
  correctProject: {
    method: 'put',
    path: '/admin/projects/{kind}/{id}',
    summary: 'Correct category, tags or visibility of a public project',
    params: projectParamsSchema,
    body: correctProjectRequestSchema,
    data: moderatedProjectSchema,
    errors: ['not_found', 'own_report', 'stale'],
    access: 'moderator',
    revalidates: 'catalogue',
  },
} as const satisfies Record<string, Call>
