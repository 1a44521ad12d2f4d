import { z } from 'zod'
import type { Call } from '#lib/contract/call.ts'
import { pictureParamsSchema } from '#lib/contract/picture.ts'
import { idSchema } from '#lib/contract/project.ts'
import { fileStateSchema, uploadedFileSchema, uploadFieldsSchema } from '#lib/contract/publish.ts'

const fileParams = z.object({ id: idSchema })

/** Stored bytes. Other answers name their addresses; clients follow those and build none. */
export const FILE_CALLS = {
  upload: {
    method: 'post',
    path: '/file/upload',
    summary: 'Upload a file',
    body: uploadFieldsSchema,
    bodyType: 'multipart/form-data',
    data: uploadedFileSchema,
    errors: [
      'too_large',
      'wrong_type',
      'bad_archive',
      'bad_image',
      'costly_image',
      'disk_full',
      'quota_full',
      'overloaded',
    ],
    access: 'account',
    limit: 'pictures',
    quota: 'uploadsByAccount',
  },
  fileState: {
    method: 'get',
    path: '/file/{id}/state',
    summary: 'Progress of the processing of an uploaded file',
    params: fileParams,
    data: fileStateSchema,
    errors: ['file_missing'],
    access: 'account',
    limit: 'pictures',
    optional: true,
  },
  fileIcon: {
    method: 'get',
    path: '/file/{id}/icons/{name}',
    summary: 'A sanitised drawing of a pack: the `url` of an icon',
    params: fileParams.extend({ name: z.string().regex(/^[a-z0-9-]{1,100}\.svg$/) }),
    mediaType: 'image/svg+xml',
    errors: ['not_found'],
    access: 'public',
    limit: 'pictures',
    optional: true,
  },
  fileSheet: {
    method: 'get',
    path: '/file/{id}/sheets/{name}',
    summary: 'Many drawings of a pack in one image: the `url` of a sheet',
    params: fileParams.extend({ name: z.string().regex(/^\d{1,4}-[0-9a-f]{16}\.svg$/) }),
    mediaType: 'image/svg+xml',
    errors: ['not_found'],
    access: 'public',
    limit: 'pictures',
    optional: true,
  },
  file: {
    method: 'get',
    path: '/file/{id}/{name}',
    summary: 'A stored file: the `url` of a project’s file, cover or gallery image',
    params: fileParams.extend({
      name: z.string().min(1).describe('File name to save as; any name works.'),
    }),
    mediaType: 'application/octet-stream',
    ranges: true,
    errors: ['not_found', 'invalid_range'],
    access: 'public',
    limit: 'pictures',
  },
  picture: {
    method: 'get',
    path: '/picture/{id}/{width}',
    summary: 'A picture scaled to a width: one of the `sources` of an image',
    params: pictureParamsSchema,
    mediaType: 'image/webp',
    errors: ['not_found', 'overloaded'],
    access: 'public',
    limit: 'pictures',
    optional: true,
  },
  openapi: {
    method: 'get',
    path: '/openapi.json',
    summary: 'This document',
    mediaType: 'application/json',
    errors: [],
    access: 'public',
    limit: 'calls',
    optional: true,
  },
} as const satisfies Record<string, Call>
