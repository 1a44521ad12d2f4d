import { expect, it } from 'vitest'
import { projectSchemaOrg } from '#lib/seo/json-ld.ts'
import { aProject } from '#tests/support/builders.ts'

const plugin = (owner_verified: boolean | null) =>
  projectSchemaOrg(
    'en',
    aProject({
      kind: 'plugin',
      category: 'other',
      owner: 'octo-ada',
      repository_url: 'https://github.com/octo-ada/plums',
      owner_verified,
      author: { uid: 'eve', name: 'evening' },
    }),
    '',
  )

it('the author of a plugin is the repository’s owner while its publisher has not proved to be it', () => {
  expect(plugin(false)).toMatchObject({
    author: { name: 'octo-ada', url: 'https://github.com/octo-ada' },
    publisher: { name: 'evening' },
  })
})

it('a verified publisher is author and maintainer', () => {
  expect(plugin(true)).toMatchObject({
    author: { name: 'evening' },
    maintainer: { name: 'evening' },
  })
})

it('where a backend does not say, the author is who published it', () => {
  expect(plugin(null)).toMatchObject({ author: { name: 'evening' } })
  expect(plugin(null)).not.toHaveProperty('publisher')
})
