import { describe, expect, it } from 'vitest'
import { openApi } from '#backend/http/openapi.ts'
import { onlyListed, parseDocument } from '#cli/listed.ts'
import { CALLS } from '#lib/contract/calls.ts'

const document = parseDocument(JSON.parse(JSON.stringify(openApi())))
const HOST = 'icons.example'

describe('what the command line sends', () => {
  it('is what the document of the site lists', () => {
    const body = { title: 'Orchard', channel: 'prerelease' }
    expect(onlyListed(document, CALLS.update, { kind: 'icon', body }, HOST)).toEqual({
      kind: 'icon',
      body,
    })
    expect(() =>
      onlyListed(document, CALLS.update, { body: { ...body, audience: 'all' } }, HOST),
    ).toThrow(
      'icons.example does not know the field “audience”. Leave it out, or use the command line of that site.',
    )
  })

  it('has no parameter of the query that the document does not list', () => {
    const { parameters } = {
      parameters: [
        { name: 'kind', in: 'path' },
        { name: 'sort', in: 'query' },
      ],
    }
    const older = parseDocument({ paths: { '/{kind}/list': { get: { parameters } } } })
    expect(
      onlyListed(older, CALLS.list, { kind: 'icon', sort: 'recent', view: 'card' }, HOST),
    ).toEqual({
      kind: 'icon',
      sort: 'recent',
    })
  })

  it('is everything for a site without the document, or without the call in it', () => {
    const input = { kind: 'icon', body: { audience: 'all' } }
    for (const none of [null, parseDocument({ paths: {} }), parseDocument('<html>')]) {
      expect(onlyListed(none, CALLS.update, input, HOST)).toEqual(input)
    }
  })

  it('is found in a document with references', () => {
    const schema = { $ref: '#/components/schemas/Change' }
    const content = { 'application/json': { schema } }
    const older = parseDocument({
      paths: { '/{kind}': { put: { parameters: [], requestBody: { content } } } },
      components: { schemas: { Change: { type: 'object', properties: { title: {} } } } },
    })
    const change = (body: object) => onlyListed(older, CALLS.update, { kind: 'icon', body }, HOST)
    expect(change({ title: 'x' })).toEqual({ kind: 'icon', body: { title: 'x' } })
    expect(() => change({ channel: 'stable' })).toThrow('“channel”')
  })
})
