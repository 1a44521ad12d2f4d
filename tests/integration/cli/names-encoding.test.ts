import iconv from 'iconv-lite'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CALLS } from '#lib/contract/calls.ts'
import { clientOf } from '#tests/support/accounts.ts'
import { failureOf, jsonOf, runCli, testFolder } from '#tests/support/cli.ts'
import { startCliSite } from '#tests/support/cli-site.ts'
import { SVG } from '#tests/support/containers.ts'
import { rawZip } from '#tests/support/raw-zip.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

/* Names in an archive that may be in several encodings: the command line chooses one. */

const NAMES = ['Größe', 'Ärger', 'Straße']
const archive = (encoding: string) =>
  rawZip(
    NAMES.map((name) => ({
      path: '',
      nameBytes: iconv.encode(`${name}.svg`, encoding),
      isMarked: false,
      content: SVG,
    })),
  )

const folder = await testFolder()
const site = await stoppedAtEnd(startCliSite())
beforeEach(async () => {
  await folder.write('Namen.zip', archive('macroman'))
  await folder.write('UTF-8.zip', archive('utf8'))
})

const publish = (file: string, args: string[], form = ['--json']) =>
  runCli(['publish', ...form, '--file', file, '--category', 'nature', ...args], {
    folder: folder.path,
    env: site.env,
  })
const noted = async (file: string, args: string[]) =>
  (await publish(file, ['--dry-run', '--title', 'Names', ...args], [])).err
const publishedSchema = z.looseObject({ id: z.string(), repeated: z.boolean() })
async function labelsOf(id: string) {
  const { data } = await clientOf(site.backend).ask(`/icon/${id}/icons`)
  return CALLS.packIcons.data.parse(data).items.map(({ label }) => label)
}

describe('the encoding of names in an archive', () => {
  it('is proposed with the option that chooses it, and the best one is used', async () => {
    const choose = 'Choose with --names-encoding: cp857, macroman, cp852.'
    expect(await noted('Namen.zip', [])).toContain(choose)
    expect(await noted('Namen.zip', ['--names-encoding', 'cp852'])).not.toContain('encoding')
    expect(await noted('UTF-8.zip', [])).not.toContain('encoding')
    const { id } = publishedSchema.parse(jsonOf(await publish('Namen.zip', ['--title', 'Best'])))
    expect(await labelsOf(id)).toEqual(['GrÜğe', 'Strağe', 'Çrger'])
  })

  it.each(['macroman', 'MacRoman'])('is chosen as %s, once', async (encoding) => {
    const args = ['--title', `Chosen ${encoding}`, '--names-encoding', encoding]
    const { id } = publishedSchema.parse(jsonOf(await publish('Namen.zip', args)))
    expect(await labelsOf(id)).toEqual(['Größe', 'Straße', 'Ärger'])
    const version = ['--project', id, '--names-encoding', encoding, '--version', '1.0.0']
    expect(publishedSchema.parse(jsonOf(await publish('Namen.zip', version))).repeated).toBe(true)
    const others = await publish('Namen.zip', version.with(3, 'cp852'))
    expect(failureOf(others)).toEqual([3, 'version_not_higher'])
  })

  it.each(['koi8-r', 'macromann', 'utf-8'])(
    'is refused as %s with those that are offered, before anything is sent',
    async (encoding) => {
      const ran = await publish('Namen.zip', ['--dry-run', '--names-encoding', encoding])
      expect(failureOf(ran)).toEqual([2, 'usage'])
      expect(jsonOf(ran).error?.message).toContain(
        '--names-encoding for Namen.zip is not valid: one of cp857, macroman, cp852',
      )
    },
  )

  it('is not asked for where names are certain, or are not read', async () => {
    const chosen = ['--names-encoding', 'macroman']
    expect(await noted('UTF-8.zip', chosen)).toContain('its names are certain')
    const ran = await publish('UTF-8.zip', ['--title', 'Certain', ...chosen])
    const { id } = publishedSchema.parse(jsonOf(ran))
    expect(await labelsOf(id)).toEqual(['Größe', 'Straße', 'Ärger'])
    const change = await runCli(
      ['publish', '--json', '--project', id, '--kind', 'icon', ...chosen],
      {
        folder: folder.path,
        env: site.env,
      },
    )
    expect(failureOf(change)).toEqual([2, 'usage'])
  })
})
