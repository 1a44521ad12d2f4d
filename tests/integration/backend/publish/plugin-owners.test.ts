import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { clientOf } from '#tests/support/accounts.ts'
import { OCTO, startOwners } from '#tests/support/plugin-owners.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const owners = await stoppedAtEnd(startOwners())
beforeEach(() => owners.empty())

const idOf = ({ data }: { data: unknown }): string => Object(data).id

describe('ownership of a repository is proved', () => {
  it('by signing in with GitHub as its owner, independent of renamed accounts', async () => {
    const octo = await owners.byGitHub(OCTO, 'renamed-ada')
    expect(await owners.check(octo)).toMatchObject({ data: { proof: 'github' } })
    expect(await owners.publish(octo)).toMatchObject({ data: { owner_verified: true } })
  })

  it('not by a GitHub account with the owner’s name', async () => {
    const other = await owners.byGitHub(4712, 'octo-ada')
    expect(await owners.check(other)).toMatchObject({ data: { proof: null } })
    expect(await owners.publish(other)).toMatchObject({ data: { owner_verified: false } })
  })

  it.each([
    ['its name', 'grace'],
    ['its name in any case', '  GRACE  '],
    ['its name among others and comments', '# who may publish\r\nada # the author\r\ngrace\r\n'],
  ])('by a file .keystrip with %s', async (_, keystrip) => {
    owners.repository(keystrip)
    const grace = await owners.account('grace')
    expect(await owners.check(grace)).toMatchObject({
      data: { proof: 'file', proof_line: 'grace' },
    })
    expect(await owners.publish(grace)).toMatchObject({ data: { owner_verified: true } })
  })

  it.each([
    ['another name', 'gracie'],
    ['its name in a comment', '# grace'],
    ['its name behind another', 'ada grace'],
    ['its name behind a hundred lines', `${'ada\n'.repeat(100)}grace`],
    ['its name behind 8 kB', `${'#'.repeat(9000)}\ngrace`],
    ['nothing', ''],
  ])('not by a file .keystrip with %s', async (_, keystrip) => {
    owners.repository(keystrip)
    expect(await owners.check(await owners.account('grace'))).toMatchObject({
      data: { proof: null },
    })
  })

  it('not by a new account with a name that was proved before, but with its own id', async () => {
    owners.repository('grace')
    const grace = await owners.account('grace')
    const id = idOf(await owners.publish(grace))
    await clientOf(owners.backend).post(
      '/account/delete',
      { username: 'grace', password: 'engine-1843' },
      grace,
    )
    expect(await clientOf(owners.backend).ask(`/plugin/${id}`)).toMatchObject({ code: 404 })
    const heir = await owners.account('Grace', 'heir@example.com')
    const { data } = await owners.check(heir)
    expect(data).toMatchObject({ proof: null })
    const line: string = Object(data).proof_line
    expect(line).toMatch(/^grace [\w-]{8,}$/)
    owners.repository(line)
    expect(await owners.check(heir)).toMatchObject({ data: { proof: 'file' } })
  })

  it('by push access proved at GitHub, for 90 days', async () => {
    owners.repository(undefined, { isPushable: true })
    const grace = await owners.account('grace')
    expect(await owners.prove(grace)).toMatchObject({ code: 200, data: { is_proved: true } })
    expect(await owners.check(grace)).toMatchObject({ data: { proof: 'push' } })
    expect(await owners.publish(grace)).toMatchObject({ data: { owner_verified: true } })
    expect(await owners.check(await owners.account('evening'))).toMatchObject({
      data: { proof: null },
    })
    await owners.backend.db.execute(
      sql`UPDATE push_proofs SET proved_at = proved_at - interval '91 days'`,
    )
    expect(await owners.check(grace)).toMatchObject({ data: { proof: null } })
  })

  it('not without push access, nor with an invalid or foreign code', async () => {
    const grace = await owners.account('grace')
    expect(await owners.prove(grace)).toMatchObject({ code: 200, data: { is_proved: false } })
    owners.repository(undefined, { isPushable: true })
    for (const [said, code] of [
      [{ code: 'made-up' }, 403],
      [{ code_verifier: 'x'.repeat(43) }, 403],
      [{ redirect_uri: 'https://evil.example/github-callback' }, 400],
    ] as const) {
      expect(await owners.prove(grace, said)).toMatchObject({ code })
    }
    expect(await owners.prove('')).toMatchObject({ code: 401 })
    expect(await owners.check(grace)).toMatchObject({ data: { proof: null } })
  })

  it('again with every check: without the file the proof is gone', async () => {
    owners.repository('grace')
    const grace = await owners.account('grace')
    const id = idOf(await owners.publish(grace))
    owners.repository()
    const put = { method: 'PUT', token: grace, body: { id, refresh: true } }
    expect(await clientOf(owners.backend).ask('/plugin', put)).toMatchObject({
      data: { owner_verified: false },
    })
  })
})
