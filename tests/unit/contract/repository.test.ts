import { expect, it } from 'vitest'
import { repositoryAddress } from '#lib/contract/repository.ts'

const HOME = 'https://github.com/ENIAC-Tech/Plugin-Example'

it.each([
  HOME,
  `${HOME}/`,
  `${HOME}.git`,
  `  ${HOME}  `,
  'https://www.github.com/ENIAC-Tech/Plugin-Example',
  'http://github.com/ENIAC-Tech/Plugin-Example',
  'github.com/ENIAC-Tech/Plugin-Example',
  'HTTPS://GitHub.com/ENIAC-Tech/Plugin-Example',
  `${HOME}/tree/main`,
  `${HOME}/tree/main/com.eniac.example.plugin`,
  `${HOME}/blob/main/README.md#debug`,
  `${HOME}?tab=readme-ov-file`,
  `${HOME}/?tab=readme-ov-file#plugin-example`,
  `${HOME}#readme`,
  `${HOME}/releases/tag/v1.1.2`,
  'git@github.com:ENIAC-Tech/Plugin-Example.git',
  'ssh://git@github.com/ENIAC-Tech/Plugin-Example.git',
  'git+https://github.com/ENIAC-Tech/Plugin-Example.git',
])('%s is the address of the repository', (pasted) => {
  expect(repositoryAddress(pasted)).toBe(HOME)
})

it.each([
  '',
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
])('“%s” is none', (pasted) => {
  expect(repositoryAddress(pasted)).toBeNull()
})
