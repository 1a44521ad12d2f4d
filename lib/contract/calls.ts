import { z } from 'zod'
import { ACCOUNT_CALLS } from './account-calls.ts'
import {
  addressesQuerySchema,
  addressesSchema,
  authorsSchema,
  shardsQuerySchema,
  shardsSchema,
} from './address.ts'
import type { Call } from './call.ts'
import { changesQuerySchema, changesSchema } from './change.ts'
import { pagesSchema } from './inside.ts'
import { kindSchema } from './kind.ts'
import { listQuerySchema, listSchema, popularQuerySchema, popularSchema } from './list.ts'
import { pictureParamsSchema } from './picture.ts'
import { idSchema, projectSchema } from './project.ts'
import {
  createRequestSchema,
  deleteQuerySchema,
  fileStateSchema,
  githubCheckQuerySchema,
  githubCheckSchema,
  githubProofRequestSchema,
  githubProofSchema,
  transfersSchema,
  updateRequestSchema,
  uploadFieldsSchema,
  uploadedFileSchema,
  versionsSchema,
} from './publish.ts'
import {
  iconSearchQuerySchema,
  iconSearchSchema,
  packIconsSchema,
  searchQuerySchema,
  searchSchema,
} from './search.ts'
import { recordedSchema, recordRequestSchema } from './statistic.ts'

const nothing = z.null()
const kindParams = z.object({ kind: kindSchema })
/** Every call of section 7, by name: what goes in and what comes out. */
export const CALLS = {
  list: {
    method: 'get',
    path: '/{kind}/list',
    summary: 'A page of the projects of a kind',
    params: kindParams,
    query: listQuerySchema,
    data: listSchema,
  },
  project: {
    method: 'get',
    path: '/{kind}/{id}',
    summary: 'One project',
    params: kindParams.extend({ id: idSchema }),
    data: projectSchema,
  },
  popular: {
    method: 'get',
    path: '/index/popular',
    summary: 'What is popular now',
    query: popularQuerySchema,
    data: popularSchema,
  },
  search: {
    method: 'get',
    path: '/index/search',
    summary: 'Search over all kinds',
    query: searchQuerySchema,
    data: searchSchema,
  },
  searchIcons: {
    method: 'get',
    path: '/index/icons',
    summary: 'Search single icons over all packs',
    query: iconSearchQuerySchema,
    data: iconSearchSchema,
    optional: true,
  },
  packIcons: {
    method: 'get',
    path: '/icon/{id}/icons',
    summary: 'The icons in a pack',
    params: z.object({ id: idSchema }),
    data: packIconsSchema,
    optional: true,
  },
  pages: {
    method: 'get',
    path: '/{kind}/{id}/pages',
    summary: 'What a profile or page puts on the strip',
    params: z.object({ kind: kindSchema.extract(['profile', 'flexpage']), id: idSchema }),
    data: pagesSchema,
    optional: true,
  },
  related: {
    method: 'get',
    path: '/{kind}/{id}/related',
    summary: 'Projects of the kind, by others, that come near',
    params: z.object({ kind: kindSchema, id: idSchema }),
    data: popularSchema,
    optional: true,
  },
  addresses: {
    method: 'get',
    path: '/index/addresses',
    summary: 'Where every project is, for the sitemap',
    query: addressesQuerySchema,
    data: addressesSchema,
    optional: true,
  },
  authors: {
    method: 'get',
    path: '/index/authors',
    summary: 'Who has published something, for the sitemap',
    query: addressesQuerySchema,
    data: authorsSchema,
    optional: true,
  },
  shards: {
    method: 'get',
    path: '/index/shards',
    summary: 'Where the shards of the sitemap begin',
    query: shardsQuerySchema,
    data: shardsSchema,
    optional: true,
  },
  changes: {
    method: 'get',
    path: '/index/changes',
    summary: 'What changed behind a position, for the web processes alone',
    query: changesQuerySchema,
    data: changesSchema,
    optional: true,
  },
  versions: {
    method: 'get',
    path: '/{kind}/{id}/versions',
    summary: 'The versions of a project, the newest first',
    params: kindParams.extend({ id: idSchema }),
    data: versionsSchema,
    optional: true,
  },
  picture: {
    method: 'get',
    path: '/picture/{id}/{width}',
    summary: 'A picture in another width',
    params: pictureParamsSchema,
    data: nothing,
    answerType: 'image/webp',
    optional: true,
  },
  record: {
    method: 'post',
    path: '/statistic/record',
    summary: 'Count a view, a download or an install',
    body: recordRequestSchema,
    data: recordedSchema,
  },
  ...ACCOUNT_CALLS,
  githubCheck: {
    method: 'get',
    path: '/plugin/github/check',
    summary: 'Read the facts of a plugin repository',
    query: githubCheckQuerySchema,
    data: githubCheckSchema,
    auth: true,
  },
  create: {
    method: 'post',
    path: '/{kind}',
    summary: 'Publish a project',
    params: kindParams,
    body: createRequestSchema,
    data: projectSchema,
    auth: true,
  },
  update: {
    method: 'put',
    path: '/{kind}',
    summary: 'Change a project',
    params: kindParams,
    body: updateRequestSchema,
    data: projectSchema,
    auth: true,
  },
  remove: {
    method: 'delete',
    path: '/{kind}',
    summary: 'Delete a project',
    params: kindParams,
    query: deleteQuerySchema,
    data: nothing,
    auth: true,
  },
  githubProof: {
    method: 'post',
    path: '/plugin/github/proof',
    summary: 'Prove that one may push to a repository, by an authorisation at GitHub',
    body: githubProofRequestSchema,
    data: githubProofSchema,
    auth: true,
    optional: true,
  },
  transfers: {
    method: 'get',
    path: '/account/transfers',
    summary: 'Plugins that went to the verified owner of their repository, or came from there',
    data: transfersSchema,
    auth: true,
    optional: true,
  },
  upload: {
    method: 'post',
    path: '/file/upload',
    summary: 'Upload a file',
    body: uploadFieldsSchema,
    bodyType: 'multipart/form-data',
    data: uploadedFileSchema,
    auth: true,
  },
  fileState: {
    method: 'get',
    path: '/file/{id}/state',
    summary: 'How far the preparation of an uploaded file is',
    params: z.object({ id: idSchema }),
    data: fileStateSchema,
    auth: true,
    optional: true,
  },
} as const satisfies Record<string, Call>

export type CallName = keyof typeof CALLS
