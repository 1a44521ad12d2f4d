import { z } from 'zod'
import type { Call } from '#lib/contract/call.ts'
import { uploadedFileSchema } from '#lib/contract/publish.ts'
import {
  TUS_BYTES,
  unfinishedUploadSchema,
  unfinishedUploadsSchema,
  uploadParamsSchema,
} from '#lib/contract/file/resumable.ts'
import { WORKS_ON_UPLOADS } from './access.ts'
import { FILE_CALLS } from './files.ts'

const OWN = { ...WORKS_ON_UPLOADS, limit: 'pictures' } as const

/** Uploads that can be continued, by tus 1.0 (docs/decisions/0185-resume-uploads-by-tus-and-a-finishing-call.md). */
export const RESUMABLE_CALLS = {
  unfinishedUploads: {
    method: 'get',
    path: '/uploads',
    summary: 'Uploads of the account that are not finished',
    data: unfinishedUploadsSchema,
    ...OWN,
  },
  beginUpload: {
    method: 'post',
    path: '/uploads',
    summary: 'Begin an upload that can be continued (tus 1.0, creation)',
    data: unfinishedUploadSchema,
    tus: 'creation',
    errors: ['tus_version', 'too_large', 'wrong_type', 'quota_full', 'too_many_uploads'],
    quota: 'uploadsByAccount',
    ...OWN,
  },
  unfinishedUpload: {
    method: 'get',
    path: '/uploads/{id}',
    summary: 'An upload that is not finished; HEAD is that of tus 1.0',
    params: uploadParamsSchema,
    data: unfinishedUploadSchema,
    ...OWN,
  },
  continueUpload: {
    method: 'patch',
    path: '/uploads/{id}',
    summary: 'Send the next bytes of an upload (tus 1.0)',
    params: uploadParamsSchema,
    body: z.unknown(),
    bodyType: TUS_BYTES,
    data: unfinishedUploadSchema,
    tus: 'bytes',
    errors: [
      'tus_version',
      'offset_differs',
      'too_large',
      'wrong_type',
      'bad_archive',
      'bad_image',
    ],
    ...OWN,
  },
  finishUpload: {
    method: 'post',
    path: '/uploads/{id}/file',
    summary:
      'Make a complete upload a file, as after `POST /file/upload`; repeated, it answers alike',
    params: uploadParamsSchema,
    data: uploadedFileSchema,
    errors: [...FILE_CALLS.upload.errors, 'offset_differs'],
    quota: 'uploadsByAccount',
    ...OWN,
  },
  discardUpload: {
    method: 'delete',
    path: '/uploads/{id}',
    summary: 'Discard an upload that is not finished (tus 1.0, termination)',
    params: uploadParamsSchema,
    data: z.null(),
    tus: 'version',
    errors: ['tus_version'],
    ...OWN,
  },
} as const satisfies Record<string, Call>
