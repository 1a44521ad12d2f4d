import { describe, expect, it } from 'vitest'
import { NAMED_CALLS } from '#lib/contract/calls.ts'
import { callRequest, pathTemplate } from '#lib/contract/call-request.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { findRoute, isReadableElsewhere, methodsOf, offeredMethodsOf } from '#lib/contract/route.ts'

/** A path of a call, with values that its parameters accept. */
function pathOf(path: string): string {
  const values: Record<string, string> = { kind: 'icon', id: 'a1', version: '1.0.0', width: '320' }
  if (path.endsWith('/pages')) values['kind'] = 'profile'
  values['name'] = 'sun.svg'
  values['form'] = 'svg'
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'x')
}

describe('a route', () => {
  it.each(NAMED_CALLS)('of $name leads to that call and to no other', ({ name, call }) => {
    const route = findRoute(call.method.toUpperCase(), pathOf(call.path))
    expect(route).toMatchObject({ name })
  })

  it('carries the raw path parameters', () => {
    expect(findRoute('GET', '/icon/a%2Fb/versions')).toMatchObject({
      name: 'versions',
      params: { kind: 'icon', id: 'a%2Fb' },
    })
  })

  it.each([
    ['GET', '/nothing/a', 404],
    ['GET', '/index/popularx', 404],
    ['GET', '/openapi-json', 404],
    ['PATCH', '/icon/list', 405],
    ['POST', '/index/search', 405],
  ])('%s %s is %i', (method, path, status) => {
    expect(findRoute(method, path)).toBe(status)
  })

  it('answers HEAD where it answers GET', () => {
    expect(findRoute('HEAD', '/icon/list')).toMatchObject({ name: 'list' })
  })

  it('lists the methods of a path', () => {
    expect(methodsOf('/icon')).toEqual(['POST', 'PUT', 'DELETE'])
    expect(methodsOf('/icon/list')).toEqual(['GET', 'HEAD'])
    expect(methodsOf('/nothing/a')).toEqual([])
  })
})

describe('the methods that the web app takes', () => {
  it.each([
    ['one call', '/strip', ['POST', 'OPTIONS']],
    ['a call that reads', '/icon/list', ['GET', 'HEAD', 'OPTIONS']],
    ['several calls', '/icon', ['POST', 'PUT', 'DELETE', 'OPTIONS']],
    // It keeps a form itself: POST of the same path is internal.
    [
      'an internal call among others',
      '/account/forms/held',
      ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'],
    ],
    ['an internal call', '/index/changes', []],
    ['a call that it makes itself', '/reports', []],
    ['no call', '/nothing/a', []],
  ])('for the path of %s: %s %j', (_, path, methods) => {
    expect(offeredMethodsOf(path)).toEqual(methods)
  })
})

describe('pages of other sites may read', () => {
  it.each([
    ['a public read', 'GET', '/icon/list'],
    ['its headers', 'HEAD', '/icon/list'],
    ['the refusal of an unknown path', 'GET', '/nothing/a'],
    ['the refusal of a method', 'PATCH', '/icon/list'],
  ])('%s: %s %s', (_, method, path) => {
    expect(isReadableElsewhere(method, path)).toBe(true)
  })

  it.each([
    ['a change', 'POST', '/strip'],
    ['what opens a session', 'GET', '/auth/google/oauth/token'],
    ['what is internal', 'GET', '/index/changes'],
    ['what an account has', 'GET', '/account/forms/held'],
  ])('not the answer of %s: %s %s', (_, method, path) => {
    expect(isReadableElsewhere(method, path)).toBe(false)
  })
})

describe('a request of a call', () => {
  it('encodes path parameters, puts the rest into the query and leaves undefined out', () => {
    const call = { method: 'get', path: '/{kind}/{id}/list' } as const
    const input = { kind: 'icon', id: 'a/b', sort: '-name', author: 'Zoë & Co', os: undefined }
    expect(callRequest(call, input)).toEqual({
      method: 'GET',
      path: `${API_BASE}/icon/a%2Fb/list?sort=-name&author=Zo%C3%AB+%26+Co`,
      body: undefined,
    })
  })
})

describe('a path template', () => {
  it('fills in and encodes the parameters of a call', () => {
    const path = pathTemplate({ path: '/file/{id}/{name}' })
    expect(path({ id: 'a1', name: 'ä/b.svg' })).toBe(`${API_BASE}/file/a1/%C3%A4%2Fb.svg`)
  })
})
