import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { failureOf, jsonOf } from '#tests/support/cli.ts'
import { FIELDS, offlineCli } from '#tests/support/offline-cli.ts'

/* Paths that are none of a file, and patterns that the shell did not expand. */

const { ran, state } = offlineCli()

describe('a path that is not that of a file', () => {
  it.each<[string[], string[]]>([
    [['publish', '--file', 'dist/*.iconpack'], ['dist/*.iconpack matches no file in ']],
    [['publish', '--file', 'none.iconpack'], ['none.iconpack: there is no such file in ']],
    [['publish', '--file', 'packs'], ['packs is a folder: name a file. In it are d.iconpack.']],
    [['publish', '--file', 'empty'], ['empty is a folder: name a file.']],
    [['publish', '--file', 'a.iconpack/b.iconpack'], ['it cannot be read (ENOTDIR)']],
    [
      ['publish', '--file', 'a.iconpack', '--description', 'none.md'],
      ['--description is the path of a Markdown file', 'none.md'],
    ],
    [
      ['publish', '--file', 'a.iconpack', '--description', 'packs'],
      ['--description is the path of a Markdown file', 'packs is a folder'],
    ],
    [
      ['publish', '--file', 'a.iconpack', '--notes-file', 'none-*.md'],
      ['--notes-file is the path of a Markdown file', 'none-*.md matches no file in'],
    ],
    [
      ['publish', '--file', 'a.iconpack', '--cover', 'none.png', '--gallery', 'none.png'],
      ['none.png: there is no such file'],
    ],
    [['publish', '--file', 'a.iconpack', '--gallery', '*.png'], ['*.png matches no file in']],
    [['publish', '--config', 'none.json'], ['none.json: there is no such file']],
    [['publish', '--config', 'packs'], ['packs is a folder']],
    [['validate', '*.flexbar'], ['*.flexbar matches no file in ']],
    [['validate', 'packs'], ['packs is a folder: name a file. In it are d.iconpack.']],
    [['outdated', 'none.iconpack'], ['none.iconpack: there is no such file in ']],
    [['update', '*.flexpage'], ['*.flexpage matches no file in ']],
  ])('is named: %j', async (args, wanted) => {
    const result = await ran([...args, '--json'])
    expect(failureOf(result), result.out).toEqual([1, 'no_file'])
    const message = jsonOf(result).error?.message ?? ''
    for (const words of wanted) expect(message).toContain(words)
    if (message.includes('matches no file in')) expect(message).toContain(state.folder)
  })
})

describe('a pattern that the shell did not expand', () => {
  it.each([
    ['packs/*.iconpack', 'd.iconpack'],
    ['**/d.iconpack', 'd.iconpack'],
    ['{a,z}.iconpack', 'a.iconpack'],
    ['[a].iconpack', 'a.iconpack'],
    ['[c].iconpack', '[c].iconpack'],
  ])('is expanded: %s', async (pattern, name) => {
    const result = await ran(['publish', '--dry-run', '--json', '--file', pattern, ...FIELDS])
    expect(jsonOf(result)).toMatchObject({ ok: true, file: { name } })
  })

  it('is expanded from an absolute path, in keystrip.json from its folder, and for every file to validate', async () => {
    const absolute = path.join(state.folder, 'packs', '*.iconpack')
    const first = await ran(['publish', '--dry-run', '--json', '--file', absolute, ...FIELDS])
    expect(jsonOf(first)).toMatchObject({ file: { name: 'd.iconpack' } })
    await state.write(
      'packs/keystrip.json',
      JSON.stringify({ file: 'd.*', category: 'nature', description: '../ab*.md' }),
    )
    const second = await ran(['publish', '--dry-run', '--json', '--config', 'packs/keystrip.json'])
    expect(jsonOf(second)).toMatchObject({
      file: { name: 'd.iconpack' },
      fields: { description: 'Trees.' },
    })
    const third = await ran(['validate', '?.iconpack', 'packs/*.iconpack', '--json'])
    expect(jsonOf(third)).toMatchObject({
      files: ['a', 'b', 'd'].map((name) => ({ file: `${name}.iconpack` })),
    })
  })
})
