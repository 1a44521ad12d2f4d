import { z } from 'zod'
import { ROLES } from '#lib/contract/admin/role.ts'
import { openApi } from '#backend/http/openapi.ts'

const operationSchema = z.object({
  operationId: z.string(),
  'x-access': z.enum(['public', 'token', 'account', 'internal', ...ROLES]),
  'x-concerns': z.string().optional(),
  security: z.array(z.object({ accessToken: z.array(z.string()).optional() })),
  parameters: z.array(
    z.object({ name: z.string(), in: z.string(), required: z.boolean(), schema: z.unknown() }),
  ),
  requestBody: z
    .object({ content: z.record(z.string(), z.object({ schema: z.unknown().optional() })) })
    .optional(),
})

/** The calls of `/api/v1/openapi.json`, as a program reads them. */
export function documentedCalls() {
  const { paths } = openApi()
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const { operationId, security, parameters, requestBody, ...rest } =
        operationSchema.parse(operation)
      const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
      return {
        name: operationId,
        method,
        path,
        access: rest['x-access'],
        concerns: rest['x-concerns'],
        scope: security.flatMap(({ accessToken }) => accessToken ?? [])[0],
        parameters: parameters.filter((one) => one.in !== 'header'),
        isMultipart: type === 'multipart/form-data',
        body: content?.schema,
      }
    }),
  )
}
export type DocumentedCall = ReturnType<typeof documentedCalls>[number]
