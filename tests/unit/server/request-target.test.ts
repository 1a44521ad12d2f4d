import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { importersOf } from '#scripts/test/imports.ts'
import { localeOf, readTarget, takesForms } from '#server/request-target.ts'

describe('a request target', () => {
  it.each([
    ['/home/%E0%A4%A', 400],
    ['/home/%', 400],
    ['/home/a%00b', 400],
    ['/home/faq?q=a%00b', 400],
    ['/home\\faq', 400],
    ['/home/%5cfaq', 400],
    ['/api/v1/file/a/b%5cc', 400],
    ['/home/faq%23', 400],
    ['/home/%0d%0aset-cookie:%20a=b', 400],
    ['/caf\u00e9', 400],
    ['*', 400],
    [`/${'a'.repeat(10_000)}`, 400],
    ['//evil.example/a', 404],
    ['/home//faq', 404],
    ['/home/%2f/faq', 404],
    ['/home/../faq', 404],
    ['/home/%2e%2E', 404],
    ['/status/404', 404],
    ['/%73tatus/404', 404],
    ['/fr/status/500', 404],
    ['/EN/status/500', 404],
    ['/status.rsc', 404],
    ['/_next/image', 404],
    ['/_next/image?url=%2Ficons%2F512.png&w=640&q=75', 404],
    ['/_next/image/?url=%2Ficons%2F512.png&w=640&q=75', 404],
    ['/_next/im%61ge?url=x', 404],
  ])('%s is refused with %i', (target, status) => {
    expect(readTarget(target, 'localhost:3000').refused).toBe(status)
  })

  it.each([
    ['/', '/'],
    ['/fr/home/iconpack?q=100%&sort=-name', '/fr/home/iconpack'],
    ['/home/iconpack/detail/%E5%B1%B1', '/home/iconpack/detail/山'],
    ['/statusquo', '/statusquo'],
    ['/?next=//a', '/'],
    ['/api/v1/file/a/C%23%20%3F.iconpack', '/api/v1/file/a/C# ?.iconpack'],
  ])('%s is accepted', (target, path) => {
    expect(readTarget(target, 'localhost:3000')).toEqual({ target, path })
  })

  it('in absolute form loses its scheme and host', () => {
    expect(readTarget('http://evil.example/home?a=1', 'localhost')).toEqual({
      target: '/home?a=1',
      path: '/home',
    })
    expect(readTarget('http://evil.example', 'localhost').target).toBe('/')
  })

  it.each(['a b', 'a/b', 'a@b', '', 'a:b', '<a>'])('is refused with the host "%s"', (host) => {
    expect(readTarget('/', host).refused).toBe(400)
  })

  it.each(['localhost:3000', '127.0.0.1', '[::1]:3000', 'my_site.example'])(
    'is accepted with the host "%s"',
    (host) => {
      expect(readTarget('/', host).refused).toBeUndefined()
    },
  )
})

describe('the language of a path', () => {
  it.each([
    ['/fr/home', 'fr'],
    ['/ZH-CN', 'zh-cn'],
    ['/home', 'en'],
    ['/franc', 'en'],
    ['', 'en'],
  ])('%s is %s', (path, locale) => {
    expect(localeOf(path)).toBe(locale)
  })
})

describe('a page whose forms the framework posts to it', () => {
  const isAction = (file: string) => /^'use server'$/m.test(readFileSync(file, 'utf8'))
  const actions = globSync('{app,components,lib}/**/*.{ts,tsx}').filter(isAction)
  const files = actions.flatMap((file) => [
    ...importersOf(
      file,
      'app/**/*.{ts,tsx}',
      'components/**/*.{ts,tsx}',
      'lib/**/*.{ts,tsx}',
    ).keys(),
  ])
  const pages = [...new Set(files)].filter((file) => file.endsWith('/page.tsx'))
  /** An address of a page, without a language. */
  const addressOf = (file: string) =>
    file
      .replace(/^app\/\[locale\]|\/page\.tsx$/g, '')
      .replaceAll(/\/\([^)]*\)/g, '')
      .replaceAll(/\[[^\]]*\]+/g, 'x')

  it('are those for everybody; all other forms post to the table', () => {
    expect(pages.map(addressOf).toSorted()).toEqual(['/home/installed', '/home/report'])
    for (const address of ['/home/user', '/admin']) expect(takesForms(address)).toBe(false)
  })

  it.each(pages.map(addressOf))('%s may get a POST, in each language', (address) => {
    for (const language of ['', '/de', '/zh-cn']) expect(takesForms(language + address)).toBe(true)
  })
})
