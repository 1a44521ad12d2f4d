import { beforeEach, describe, expect, it } from 'vitest'
import { githubCheckSchema, uploadedFileSchema } from '#lib/contract/publish.ts'
import { OFFERED_PICTURES_MAX } from '#lib/contract/file/readme.ts'
import { createPicture } from '#tests/support/images.ts'
import { storedFiles } from '#tests/support/publishing.ts'
import { manyPictures, NAME, startReadmes } from '#tests/support/readmes.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const png = await createPicture()
const site = await stoppedAtEnd(startReadmes())
beforeEach(() => site.begin())

const offered = async () => githubCheckSchema.parse((await site.check()).data).readme
const take = (path: string, said: Record<string, unknown> = {}) =>
  site.post(
    '/plugin/github/picture',
    {
      repository_url: `https://github.com/${NAME}`,
      commit: site.commit(),
      path,
      purpose: 'gallery',
      ...said,
    },
    site.ada.token,
  )

describe('the pictures of a README', () => {
  it('are offered to the form in their order, without drawings', async () => {
    const names = Object.keys(await manyPictures(OFFERED_PICTURES_MAX + 1))
    site.repository(`![](a.svg) ${names.map((name) => `![](${name})`).join(' ')}`)
    const { commit, pictures } = (await offered()) ?? { pictures: [] }
    expect(commit).toBe(site.commit())
    expect(pictures).toEqual(names.slice(0, -1).map((path) => ({ path, url: null })))
  })

  it('are shown to the author of the plugin, where the site has them', async () => {
    site.repository('![](a.png) ![](none.png)', { 'a.png': png })
    const id = await site.publish()
    const picture = (await site.pictures(id)).get('a.png')
    expect((await offered())?.pictures).toEqual([
      { path: 'a.png', url: picture?.url },
      { path: 'none.png', url: null },
    ])
  })

  it('become cover and gallery as uploads do', async () => {
    site.repository('![](a%20b.png)', { 'a b.png': png })
    const [cover, other] = await Promise.all([
      take('a%20b.png', { purpose: 'cover' }),
      take('a%20b.png'),
    ])
    const { id, name, width } = uploadedFileSchema.parse(cover.data)
    expect([name, width]).toEqual(['a b.png', 640])
    const repository_url = `https://github.com/${NAME}`
    const gallery_ids = [uploadedFileSchema.parse(other.data).id]
    const wish = await site.input(site.ada.token, { repository_url, cover_id: id, gallery_ids })
    expect(await site.post('/plugin', wish, site.ada.token)).toMatchObject({ code: 200 })
  })

  it.each([
    ['that is missing', 'none.png', 404, 'not_found'],
    ['that is none', 'README.md', 400, 'bad_image'],
    ['outside of the repository', '../../other/x/contents/a.png', 400, 'invalid_input'],
    ['outside of it, encoded', '%2e%2e/a.png', 400, 'invalid_input'],
    ['outside of it, with encoded slashes', 'a%2F..%2F..%2Fa.png', 400, 'invalid_input'],
    ['at another commit', 'a.png?ref=main#', 400, 'invalid_input'],
  ])('%s is refused, and leaves nothing', async (_, path, code, reason) => {
    site.repository('Counts.', { 'a.png': png })
    const before = await storedFiles(site.backend)
    expect(await take(path)).toMatchObject({ code, reason })
    expect(await storedFiles(site.backend)).toEqual(before)
  })

  it('of a private repository are refused, though the site could read them', async () => {
    site.repository('Counts.', { 'a.png': png }, { isPrivate: true })
    expect(await take('a.png')).toMatchObject({ reason: 'private_repository' })
  })
})
