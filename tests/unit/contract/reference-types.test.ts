import { expect, it } from 'vitest'
import { generateTypes } from '#tests/support/reference-backend/generate-types.ts'

const text = { type: 'string' }
const inJson = (schema: object) => ({ content: { 'application/json': { schema } } })
const mark = {
  type: 'object',
  properties: { id: { type: 'number' }, tags: { type: 'array', items: text, minItems: 1 } },
  required: ['id'],
}
const DOCUMENT = {
  paths: {
    '/mark/{id}': {
      post: {
        operationId: 'mark',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: text },
          { name: 'page', in: 'query', required: false, schema: { type: 'number' } },
        ],
        requestBody: inJson(mark),
        responses: {
          200: inJson({
            type: 'object',
            properties: { code: { const: '200' }, data: { $ref: '#/components/schemas/Mark' } },
          }),
        },
      },
    },
  },
  components: { schemas: { Mark: mark } },
}

it('the types of the reference backend are the parameters, query, body and data of each call, by the names of the document', async () => {
  const types = await generateTypes(DOCUMENT)
  const [, ...declarations] = types.split(/^export /m)
  expect(declarations).toEqual([
    `interface Api {
  mark: {
    params: {
      id: string
    }
    query: {
      page?: number
    }
    body: Mark
    data: Mark
  }
}
`,
    `interface Mark {
  id: number
  tags?: string[]
}
`,
  ])
})

it('a document that is not OpenAPI is refused', async () => {
  await expect(generateTypes({ paths: {} })).rejects.toThrow('components')
})
