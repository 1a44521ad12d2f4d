import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { envelopeSchema } from '#lib/contract/envelope.ts'
import { comparisonSchema } from '#lib/contract/compare/comparison.ts'
import { updatesRequestSchema, updatesSchema } from '#lib/contract/update/update.ts'
import { clientOf } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'

const backend = await testBackend()

/** The JSON of an example. */
function exampleOf(name: string, document = 'updates'): unknown {
  const text = readFileSync(`docs/${document}.md`, 'utf8')
  const [, json = ''] = new RegExp('```json ' + name + '\n([\\s\\S]*?)```').exec(text) ?? []
  return JSON.parse(json)
}

it('the request of the document is taken, and names every field', async () => {
  const request = z.record(z.string(), z.unknown()).parse(exampleOf('request'))
  expect(Object.keys(request)).toEqual(Object.keys(updatesRequestSchema.shape))
  const answer = await clientOf(backend).post('/updates', request)
  expect(answer).toMatchObject({ code: 200 })
  const states = updatesSchema.parse(answer.data).items.map(({ state }) => state)
  expect(states).toEqual(['unknown', 'gone', 'gone'])
})

it('the answer of the document is one that the contract has, with every field', () => {
  const { data } = envelopeSchema.parse(exampleOf('answer'))
  expect(updatesSchema.strict().parse(data)).toEqual(data)
})

it('the comparison of the document is one that the contract has, with every field', () => {
  const { data } = envelopeSchema.parse(exampleOf('answer', 'compare'))
  expect(comparisonSchema.strict().parse(data)).toEqual(data)
})
