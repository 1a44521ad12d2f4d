import { NextRequest } from 'next/server'
import { expect, it } from 'vitest'
import { keepPercent } from '#lib/i18n/percent.ts'

it.each([
  ['/home/author/%25', '/home/author/%25'],
  ['/home/author/100%25%20Ada', '/home/author/100%25 Ada'],
  ['/home/author/%2525', '/home/author/%2525'],
  ['/home/author/%E5%B1%B1?a=%25', '/home/author/山'],
])('%s, decoded once by next-intl, keeps its percent signs: %s', (path, decoded) => {
  const { nextUrl } = keepPercent(new NextRequest(`http://localhost:3000${path}`))
  expect(decodeURI(nextUrl.pathname)).toBe(decoded)
  expect(nextUrl.search).toBe(new URL(path, 'http://localhost:3000').search)
})
