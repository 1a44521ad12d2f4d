import { expect, it } from 'vitest'
import {
  isRepositoryName,
  pastedRepositorySchema,
  repositoryAddress,
} from '#lib/contract/repository.ts'

const HOME = 'https://github.com/ENIAC-Tech/Plugin-Example'

it.each([
  HOME,
  `${HOME}/`,
  `${HOME}.git`,
  `${HOME}.GIT`,
  `  ${HOME}  `,
  'https://www.github.com/ENIAC-Tech/Plugin-Example',
  'http://github.com/ENIAC-Tech/Plugin-Example',
  'github.com/ENIAC-Tech/Plugin-Example',
  'HTTPS://GitHub.com/ENIAC-Tech/Plugin-Example',
  `${HOME}?tab=readme-ov-file`,
  `${HOME}/?tab=readme-ov-file#plugin-example`,
  `${HOME}#readme`,
  `${HOME}#`,
  'git@github.com:ENIAC-Tech/Plugin-Example.git',
  'ssh://git@github.com/ENIAC-Tech/Plugin-Example.git',
  'git+https://github.com/ENIAC-Tech/Plugin-Example.git',
])('%s is the address of the repository', (pasted) => {
  expect(repositoryAddress(pasted)).toBe(HOME)
})

it('a repository may end like the address of a clone', () => {
  const address = 'https://github.com/ada/ada.github.io'
  expect(repositoryAddress(address)).toBe(address)
})

it('an address is read up to 500 characters', () => {
  const address = `${HOME}#${'a'.repeat(499 - HOME.length)}`
  expect(pastedRepositorySchema.parse(address)).toBe(HOME)
  expect(pastedRepositorySchema.safeParse(`${address}a`).success).toBe(false)
  expect(pastedRepositorySchema.safeParse('https://gitlab.com/x/y').error?.issues).toMatchObject([
    { message: expect.stringContaining('https://github.com/OWNER/NAME') },
  ])
})

it.each([
  '',
  'see https://github.com/a/b',
  'https://github.com/ENIAC-Tech',
  'https://github.com/ENIAC-Tech/',
  'https://github.com/ENIAC-Tech/..',
  'https://github.com/ENIAC-Tech/.git',
  'https://github.com/-x/y',
  'https://github.com/x/y/../../z',
  'https://github.com/x/y z',
  'https://evil.example/github.com/x/y',
  'https://github.com.evil.example/x/y',
  'https://gist.github.com/x/y',
  'https://a@github.com/x/y',
  'https://gitlab.com/x/y',
  'javascript:alert(1)//github.com/x/y',
  `https://github.com/${'a'.repeat(40)}/x`,
  `https://github.com/x/${'y'.repeat(90)}`,
  'https://github.com:22/a/b',
  'https://github.com:443/a/b',
  'ssh://git@github.com:22/a/b.git',
  'git@github.com:22/a/b.git',
  'https://git@github.com/a/b',
  'https://a:b@github.com/a/b',
  'ssh://ada@github.com/a/b',
  'ada@github.com:a/b',
  'github.com:a/b',
  'https://github.com:a/b',
  'git@github.com/a/b',
  'https://github.com//a/b',
  'https://github.com/a//b',
  'https://github.com/a/b//',
  'https://github.com/a/b/tree/main',
  'https://github.com/a/b/releases/tag/v1.1.2',
  'https://github.com/a%2fb/c',
  'https://github.com/a/b\\c',
  'https://github.com/a/b?x y',
  'https://github.com/a--b/c',
  'https://github.com/a-/c',
  'https://github.com/a_b/c',
  'https://github.com/a/.git.git',
  'https://github.com/a/b.wiki',
  'https://github.com/a/é',
])('“%s” is none', (pasted) => {
  expect(repositoryAddress(pasted)).toBeNull()
})

it.each([
  'a/b',
  'a/.github',
  'a/b.gitter',
  'a1-b/c.d_e-f',
  `${'a'.repeat(39)}/b`,
  `a/${'b'.repeat(100)}`,
])('%s is a name that a repository may have', (name) => {
  expect(isRepositoryName(name)).toBe(true)
})

it.each([
  'a',
  'a/b/c',
  '-a/b',
  'a-/b',
  'a--b/c',
  `${'a'.repeat(40)}/b`,
  'a/.',
  'a/..',
  'a/b.git',
  'a/b.Wiki',
  `a/${'b'.repeat(101)}`,
  'a /b',
  '',
])('“%s” is no name of a repository', (name) => {
  expect(isRepositoryName(name)).toBe(false)
})
