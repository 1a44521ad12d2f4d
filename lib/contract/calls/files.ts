import { z } from 'zod'
import type { Call } from '#lib/contract/call.ts'
import { builtStripRequestSchema } from '#lib/contract/file/built-strip.ts'
import {
  coverTitleSchema,
  drawCoverRequestSchema,
  drawnPicturesSchema,
} from '#lib/contract/file/cover.ts'
import { fileContentsSchema } from '#lib/contract/file/file-contents.ts'
import { decodeNamesRequestSchema } from '#lib/contract/file/name-encoding.ts'
import { pictureParamsSchema } from '#lib/contract/file/picture.ts'
import { projectFileSchema } from '#lib/contract/project.ts'
import { fileStateSchema, uploadedFileSchema, uploadFieldsSchema } from '#lib/contract/publish.ts'

import { FILE_NAME, FILE_PARAMS, VARIANT_ERRORS } from './made-files.ts'
import { SERVES_UPLOADS, WORKS_ON_UPLOADS } from './access.ts'

/** Why a picture is refused. */
export const PICTURE_ERRORS = [
  'bad_image',
  'large_image',
  'broken_image',
  'costly_image',
  'long_animation',
] as const

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
      ...PICTURE_ERRORS,
      'quota_full',
      'overloaded',
    ],
    required: true,
    ...WORKS_ON_UPLOADS,
    limit: 'pictures',
    quota: 'uploadsByAccount',
  },
  fileState: {
    method: 'get',
    path: '/file/{id}/state',
    summary: 'Progress of the processing of an uploaded file',
    params: FILE_PARAMS,
    data: fileStateSchema,
    errors: ['file_missing'],
    ...WORKS_ON_UPLOADS,
    limit: 'pictures',
  },
  fileContents: {
    method: 'get',
    path: '/file/{id}/contents',
    summary: 'Icons or pages of an uploaded project file, before it is published',
    params: FILE_PARAMS,
    data: fileContentsSchema,
    errors: ['file_missing'],
    ...WORKS_ON_UPLOADS,
  },
  decodeNames: {
    method: 'post',
    path: '/file/{id}/names',
    summary:
      'Read an uploaded archive again with its names in another encoding, as a new file; for the warning `names_uncertain`',
    params: FILE_PARAMS,
    body: decodeNamesRequestSchema,
    data: uploadedFileSchema,
    errors: ['file_missing', 'bad_archive', 'quota_full', 'overloaded'],
    ...WORKS_ON_UPLOADS,
    limit: 'made',
    quota: 'uploadsByAccount',
  },
  drawCover: {
    method: 'post',
    path: '/file/{id}/cover',
    summary: 'Draw a cover and gallery pictures from an uploaded file',
    params: FILE_PARAMS,
    body: drawCoverRequestSchema,
    data: drawnPicturesSchema,
    errors: ['file_missing', 'not_ready', 'not_drawable', 'quota_full', 'overloaded'],
    ...WORKS_ON_UPLOADS,
    limit: 'made',
    quota: 'uploadsByAccount',
  },
  coverPreviews: {
    method: 'get',
    path: '/file/{id}/covers/{name}',
    summary: 'Previews of all layouts of a drawn cover in one palette',
    params: FILE_PARAMS.extend({ name: z.string().regex(/^[a-z]{1,20}\.webp$/) }),
    query: coverTitleSchema,
    mediaType: 'image/webp',
    errors: ['not_found', 'not_ready', 'not_drawable', 'overloaded'],
    access: 'public',
    ownUploads: true,
    limit: 'made',
  },
  fileIcon: {
    method: 'get',
    path: '/file/{id}/icons/{name}',
    summary: 'A sanitised drawing of a pack: the `url` of an icon',
    params: FILE_PARAMS.extend({ name: z.string().regex(/^[a-z0-9-]{1,100}(?:\.\d{1,4})?\.svg$/) }),
    mediaType: 'image/svg+xml',
    ...SERVES_UPLOADS,
  },
  fileSheet: {
    method: 'get',
    path: '/file/{id}/sheets/{name}',
    summary: 'Many drawings of a pack in one image: the `url` of a sheet',
    params: FILE_PARAMS.extend({ name: z.string().regex(/^\d{1,4}-[0-9a-f]{16}\.svg$/) }),
    mediaType: 'image/svg+xml',
    ...SERVES_UPLOADS,
  },
  fileByHash: {
    method: 'get',
    path: '/file/sha256/{sha256}',
    summary: 'A published file by its SHA-256, that of a yanked version or in another colour too',
    params: z.object({ sha256: projectFileSchema.shape.sha256 }),
    mediaType: 'application/octet-stream',
    ranges: true,
    errors: [...VARIANT_ERRORS, 'discarded', 'invalid_range'],
    access: 'public',
    limit: 'pictures',
  },
  originalFile: {
    method: 'get',
    path: '/file/{id}/original/{name}',
    summary: 'The file as it was uploaded, where the one to install was made from it',
    params: FILE_PARAMS.extend({ name: FILE_NAME }),
    mediaType: 'application/octet-stream',
    ranges: true,
    errors: ['not_found', 'invalid_range'],
    ...SERVES_UPLOADS,
  },
  fileLicense: {
    method: 'get',
    path: '/file/{id}/license',
    summary: 'The licence of a published file with its credits, as text',
    params: FILE_PARAMS,
    mediaType: 'text/plain',
    access: 'public',
    limit: 'pictures',
  },
  builtStrip: {
    method: 'post',
    path: '/strip',
    summary: 'A flexible page or an icon pack of single icons from published packs',
    body: builtStripRequestSchema,
    mediaType: 'application/octet-stream',
    errors: ['not_found', 'not_combinable', 'overloaded', 'too_large'],
    access: 'public',
    limit: 'cards',
    quota: 'stripsByAddress',
  },
  file: {
    method: 'get',
    path: '/file/{id}/{name}',
    summary:
      'A stored file: the `url` of a project’s file, cover or gallery image; for its owner alone until it is published',
    params: FILE_PARAMS.extend({ name: FILE_NAME }),
    mediaType: 'application/octet-stream',
    ranges: true,
    errors: ['not_found', 'invalid_range'],
    required: true,
    ...SERVES_UPLOADS,
  },
  animation: {
    method: 'get',
    path: '/picture/{id}/animation',
    summary: 'The animation of a picture: the `url` of `animation` of an image',
    params: FILE_PARAMS,
    mediaType: 'image/webp',
    ranges: true,
    errors: ['not_found', 'invalid_range'],
    ...SERVES_UPLOADS,
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
  },
  openapi: {
    method: 'get',
    path: '/openapi.json',
    summary: 'This document',
    mediaType: 'application/json',
    access: 'public',
  },
} as const satisfies Record<string, Call>
