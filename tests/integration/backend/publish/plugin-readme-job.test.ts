import type { ServerResponse } from 'node:http'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { RateLimitError } from '#backend/errors.ts'
import { LaterError } from '#backend/services/job/later-error.ts'
import { registered } from '#tests/support/accounts.ts'
import { createPicture } from '#tests/support/images.ts'
import { manyPictures, startReadmes } from '#tests/support/readmes.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const png = await createPicture()
const site = await stoppedAtEnd(startReadmes())
beforeEach(() => site.begin())

/** The paths of pictures that the stub was asked for. */
const fetched = () =>
  site.github.asked.filter((path) => /\/contents\/.*\.(?:png|jpe?g)$/.test(path))

describe('the job that takes the pictures of a README', () => {
  const CALM = {
    'x-ratelimit-limit': '60',
    'x-ratelimit-reset': String(Date.parse('2026-06-01T12:10:00Z') / 1000),
  }

  /** A published plugin whose pictures no job has taken. */
  async function untaken(count: number) {
    const binaries = await manyPictures(count)
    const names = Object.keys(binaries)
    site.repository(names.map((name) => `![](${name})`).join(' '), binaries)
    const id = await site.publish()
    await site.pictures(id)
    await site.backend.db.execute(sql`DELETE FROM readme_pictures`)
    site.github.asked.length = 0
    return { id, names }
  }

  it('leaves half of what GitHub allows to forms and releases', async () => {
    const { id } = await untaken(3)
    let left = 32
    site.github.behave((res) => {
      left -= 1
      for (const [name, value] of Object.entries(CALM)) res.setHeader(name, value)
      res.setHeader('x-ratelimit-remaining', String(left))
      return false
    })
    const error = await site
      .run(id, { clock: () => new Date('2026-06-01T12:00:00Z') })
      .catch((one: unknown) => one)
    expect(error).toBeInstanceOf(LaterError)
    expect(error).toMatchObject({ seconds: 600 })
    expect(Object.values(await site.tried(id))).toEqual([true])
    site.github.behave(null)
    await site.run(id)
    expect(fetched()).toHaveLength(3)
  })

  it('goes on where it was interrupted, and asks for nothing twice', async () => {
    const { id, names } = await untaken(3)
    site.github.answer(`/contents/${names[1]}`, (res) => res.destroy())
    await expect(site.run(id)).rejects.toMatchObject({ code: 'github_unreachable' })
    expect(await site.tried(id)).toEqual({ [`${names[0]}`]: true })
    site.github.behave(null)
    site.github.asked.length = 0
    await site.run(id)
    expect(fetched()).toHaveLength(2)
    await site.run(id)
    expect(fetched()).toHaveLength(2)
  })

  it('takes two hundred pictures of an account in an hour, and waits with the others', async () => {
    const { id } = await untaken(2)
    const uid = (await site.read(id)).author.uid
    const limits = {
      count: async (rule: string, key: string) => {
        expect([rule, key]).toEqual(['readmePicturesByAccount', uid])
        throw new RateLimitError(1200)
      },
    }
    const error = await site
      .run(id, { limits: { ...site.limits, ...limits } })
      .catch((one: unknown) => one)
    expect(error).toBeInstanceOf(LaterError)
    expect(error).toMatchObject({ seconds: 1200 })
    expect(fetched()).toEqual([])
  })

  it('takes nothing from a repository that is private now, or another one', async () => {
    const { id } = await untaken(1)
    site.repository('![](0.png)', await manyPictures(1), { isPrivate: true })
    await site.run(id)
    site.repository('![](0.png)', await manyPictures(1), { id: 99 })
    await site.run(id)
    expect(fetched()).toEqual([])
  })

  it('ends for a README that is another one meanwhile', async () => {
    const { id } = await untaken(1)
    await site.run(id, {}, 'a'.repeat(40))
    expect(site.github.asked).toEqual([])
  })

  it('runs once at a time for an account, so that others have their turn', async () => {
    const waiting = new Set<ServerResponse>()
    let most = 0
    site.github.behave((res, path) => {
      if (!path.endsWith('/contents/slow.png')) return false
      waiting.add(res)
      res.on('close', () => waiting.delete(res))
      most = Math.max(most, waiting.size)
      return true
    })
    const readme = '![](slow.png)'
    for (const name of ['ada/one', 'ada/two', 'ada/three', 'ada/four']) {
      site.repository(readme, {}, {}, name)
      await site.publish(site.ada.token, name)
    }
    const eve = await registered(site.backend, { username: 'evening', email: 'eve@example.com' })
    site.repository('![](a.png)', { 'a.png': png }, {}, 'eve/five')
    const id = await site.publish(eve, 'eve/five')
    await expect
      .poll(async () => {
        site.backend.jobs.wake()
        return (await site.read(id)).readme?.pictures
      })
      .toHaveLength(1)
    expect(most).toBe(1)
    site.github.behave(null)
    for (const response of waiting) response.end(png)
  })
})
