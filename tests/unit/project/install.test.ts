import { expect, test } from 'vitest'
import { installLink } from '#lib/project/install.ts'

const install = { kind: 'icon', id: 'ab-1', url: 'https://a.example/f?x=1&y=ü {id}' } as const

test('fills the template, each value encoded as one component', () => {
  expect(installLink('designer://install?kind={kind}&id={id}&url={url}', install)).toBe(
    'designer://install?kind=icon&id=ab-1&url=https%3A%2F%2Fa.example%2Ff%3Fx%3D1%26y%3D%C3%BC%20%7Bid%7D',
  )
})

test('does not expand placeholders or replacement patterns in values', () => {
  expect(installLink('x:{url}', { ...install, url: '{id}$&$1' })).toBe('x:%7Bid%7D%24%26%241')
})

test('allows repeated and missing placeholders, and keeps unknown ones', () => {
  expect(installLink('x:{id}/{id}/{other}', install)).toBe('x:ab-1/ab-1/{other}')
})
