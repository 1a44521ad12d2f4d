import { describe, expect, it } from 'vitest'
import { LOCALES } from '#lib/contract/locale.ts'
import { failureOf, jsonOf } from '#tests/support/cli.ts'
import { FIELDS, ID, NO_SITE, OFFLINE, offlineCli, PAGE } from '#tests/support/offline-cli.ts'

const { ran, refused, state } = offlineCli()

describe('publish --dry-run', () => {
  it('needs neither site nor token, connects to nothing, and says what only the site checks', async () => {
    const args = ['publish', '--dry-run', '--file', 'a.iconpack', ...FIELDS]
    const unset: Record<string, string>[] = [{}, NO_SITE]
    for (const own of unset) {
      for (const more of [
        [],
        ['--trusted'],
        ['--project', ID],
        ['--project', `/fr/home/iconpack/detail/${ID}`],
      ]) {
        const json = await ran([...args, ...more, '--json'], own)
        expect(jsonOf(json), json.out).toMatchObject({
          ok: true,
          dry_run: true,
          site: null,
          kind: 'icon',
        })
        const { exit, out, err } = await ran([...args, ...more], own)
        expect([exit, err]).toEqual([0, ''])
        expect(out).toMatch(/^Would publish: .+\n/)
        expect(out).toContain('only the site checks the token')
      }
    }
  })

  it('checks the site if one is named', async () => {
    const args = ['publish', '--dry-run', '--file', 'a.iconpack', ...FIELDS]
    expect(jsonOf(await ran([...args, '--json']))).toMatchObject({ site: 'https://icons.example' })
    expect(await refused([...args, '--site', 'nowhere'])).toContain('--site is not valid')
  })

  it('refuses what can be checked here', async () => {
    const args = ['publish', '--dry-run', '--file', 'a.iconpack', '--description', 'about.md']
    expect(await refused(args, NO_SITE)).toContain('category (one of')
  })
})

describe('the address of a project', () => {
  const prefixes = ['', ...LOCALES.map((locale) => `/${locale}`)]
  const addresses = prefixes.flatMap((prefix) => {
    const page = `${prefix}/home/iconpack/detail/${ID}`
    const site = 'icons.example'
    return [
      page,
      `https://${site}${page}`,
      `${site}${page}`,
      `https://${site}${page}/?x=1&y=%20#versions`,
      ` https://${site}${page} `,
    ]
  })
  it.each([ID, ...addresses])('is accepted in place of its id: %s', async (address) => {
    const result = await ran([
      'publish',
      '--dry-run',
      '--json',
      '--title',
      'Orchard',
      '--kind=icon',
      '--project',
      address,
    ])
    expect(jsonOf(result), result.out).toMatchObject({ ok: true, project: ID, kind: 'icon' })
  })

  it('has the kind, and may be in keystrip.json', async () => {
    const config = {
      project: `https://icons.example/ja/home/plugin/detail/${ID}`,
      title: 'Orchard',
    }
    await state.write('project.json', JSON.stringify(config))
    const args = ['publish', '--dry-run', '--json', '--config', 'project.json']
    expect(jsonOf(await ran(args))).toMatchObject({ ok: true, project: ID, kind: 'plugin' })
    const other = await ran(args, { ...OFFLINE, KEYSTRIP_SITE: 'https://other.example' })
    expect(failureOf(other)).toEqual([2, 'usage'])
  })

  it('of another site gets no token: that of an address alone is not one that is published to', async () => {
    const args = ['publish', '--title', 'Orchard', '--project', PAGE]
    expect(await refused(args, NO_SITE)).toContain('Name the --site')
  })
})
