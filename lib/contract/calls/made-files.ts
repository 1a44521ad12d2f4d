import { z } from 'zod'
import type { Call } from '#lib/contract/call.ts'
import {
  chosenColourSchema,
  colourVariantSchema,
  hexSchema,
} from '#lib/contract/file/colour-variant.ts'
import { packExportFormSchema } from '#lib/contract/file/pack-export.ts'
import { idSchema } from '#lib/contract/project.ts'
import { SERVES_MADE_FILE } from './access.ts'

export const FILE_PARAMS = z.object({ id: idSchema })
const variantParams = FILE_PARAMS.extend({ colour: hexSchema })
export const VARIANT_ERRORS = ['not_found', 'not_recolourable', 'not_ready', 'overloaded'] as const
export const FILE_NAME = z.string().min(1).describe('File name to save as; any name works.')

/** What is made of a published icon pack on the first request. */
export const MADE_FILE_CALLS = {
  variant: {
    method: 'get',
    path: '/file/{id}/variants/{colour}',
    summary: 'A published icon pack of one colour in another colour: size, hash and address',
    params: variantParams,
    data: colourVariantSchema,
    errors: VARIANT_ERRORS,
    access: 'public',
    limit: 'made',
  },
  variantFile: {
    method: 'get',
    path: '/file/{id}/variants/{colour}/{name}',
    summary: 'An icon pack in another colour, made on the first request',
    params: variantParams.extend({ name: FILE_NAME }),
    errors: [...VARIANT_ERRORS, 'invalid_range'],
    ...SERVES_MADE_FILE,
  },
  chosenVariant: {
    method: 'get',
    path: '/file/{id}/variants',
    summary: 'The same for forms, which send the colour as `colour=#rrggbb`',
    params: FILE_PARAMS,
    query: chosenColourSchema,
    errors: [...VARIANT_ERRORS, 'invalid_range'],
    ...SERVES_MADE_FILE,
  },
  packExport: {
    method: 'get',
    path: '/file/{id}/exports/{form}/{name}',
    summary: 'A published icon pack in another form, made on the first request',
    params: FILE_PARAMS.extend({ form: packExportFormSchema, name: FILE_NAME }),
    errors: ['not_found', 'not_exportable', 'not_ready', 'overloaded', 'invalid_range'],
    ...SERVES_MADE_FILE,
  },
} as const satisfies Record<string, Call>
