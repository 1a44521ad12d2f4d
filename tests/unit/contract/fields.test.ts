import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTokenRequestSchema } from '#lib/contract/access-token.ts'
import { fieldsOf, unknownFields } from '#lib/contract/fields.ts'
import { updateRequestSchema } from '#lib/contract/publish.ts'
import { addPublisherRequestSchema } from '#lib/contract/publisher.ts'

const find = (schema: z.ZodType, value: unknown) =>
  unknownFields(value, fieldsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })))

describe('unknown fields', () => {
  it.each([
    [createTokenRequestSchema, { name: 'CI', project: 'p1' }, 'project', 'project_id'],
    [createTokenRequestSchema, { scope: ['read'] }, 'scope', 'scopes'],
    [updateRequestSchema, { id: 'p1', descripton: 'x' }, 'descripton', 'description'],
    [updateRequestSchema, { TITLE: 'x' }, 'TITLE', 'title'],
    [updateRequestSchema, { quite_another_thing: 1 }, 'quite_another_thing', undefined],
    [
      addPublisherRequestSchema,
      { first: { kind: 'icon', titel: 'x' } },
      'first.titel',
      'first.title',
    ],
  ])('are named with the nearest known one (%#)', (schema, value, field, nearest) => {
    expect(find(schema, value)).toEqual([{ field, nearest }])
  })

  it('are looked for in lists and in every alternative of an object', () => {
    const schema = z.object({
      items: z.array(z.union([z.object({ a: z.string() }), z.object({ b: z.string() }), z.null()])),
      text: z.string().optional(),
    })
    expect(find(schema, { items: [{ a: 'x' }, { b: 'y' }, null, { c: 1 }], text: {} })).toEqual([
      { field: 'items.c', nearest: undefined },
    ])
  })

  it('are none of an object that takes any', () => {
    const any = z.object({ content: z.record(z.string(), z.unknown()), more: z.unknown() })
    expect(find(any, { content: { x: { y: 1 } }, more: { z: 1 } })).toEqual([])
    expect(find(z.looseObject({ a: z.string() }), { b: 1 })).toEqual([])
  })

  it('are at most 20, each with at most 60 characters', () => {
    const value = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`${at}${'x'.repeat(90)}`, 1]),
    )
    const found = find(createTokenRequestSchema, value)
    expect(found).toHaveLength(20)
    expect(Math.max(...found.map(({ field }) => field.length))).toBe(60)
  })

  it.each([
    ['names', 'name', 'a letter more'],
    ['nme', 'name', 'a letter less'],
    ['nama', 'name', 'another letter'],
    ['naaa', 'name', 'half of the letters'],
    ['xaxx', undefined, 'a quarter of the letters'],
    ['sizeX', 'size', 'nearer than another one'],
  ])('%s is like %s: %s', (field, nearest, _reason) => {
    const known = z.object({ name: z.string(), sides: z.string(), size: z.string() })
    expect(find(known, { [field]: 1 })).toEqual([{ field, nearest }])
  })

  it('are none where the schema takes anything, or is deeper than it is followed', () => {
    const deep = (levels: number): object =>
      levels === 0 ? { properties: { a: {} } } : { properties: { in: deep(levels - 1) } }
    const value = (levels: number): object => (levels === 0 ? { b: 1 } : { in: value(levels - 1) })
    expect(unknownFields(value(12), fieldsOf(deep(12)))).toHaveLength(1)
    expect(unknownFields(value(13), fieldsOf(deep(13)))).toEqual([])
    expect(fieldsOf({ additionalProperties: true, properties: { a: {} } })).toBeNull()
    expect(fieldsOf({ anyOf: [{ properties: { a: {} } }, {}] })).toBeNull()
    expect(fieldsOf({ $ref: '#/missing' })).toBeNull()
  })

  it('are all of a value that takes no object', () => {
    for (const schema of [{ enum: ['x'] }, { const: 'x' }, { type: 'string' }]) {
      expect(unknownFields({ a: 1 }, fieldsOf(schema)), JSON.stringify(schema)).toHaveLength(1)
    }
    for (const type of ['object', 'array']) expect(fieldsOf({ type })).toBeNull()
  })

  it('are found through references, also of a schema that contains itself', () => {
    const tree = {
      type: 'object',
      properties: { name: { type: 'string' }, next: { $ref: '#/tree' } },
    }
    const fields = fieldsOf({ $ref: '#/tree' }, () => tree)
    expect(unknownFields({ name: 'x', next: { next: { nam: 1 } } }, fields)).toEqual([
      { field: 'next.next.nam', nearest: 'next.next.name' },
    ])
  })
})
