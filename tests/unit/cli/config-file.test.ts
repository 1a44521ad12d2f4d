import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig, TEXT_MAX_BYTES } from '#cli/config-file.ts'
import { createFolder } from '#tests/support/cli.ts'

let folder: Awaited<ReturnType<typeof createFolder>>
beforeAll(async () => {
  folder = await createFolder()
})
afterAll(() => folder.remove())

async function read(content: string | Uint8Array) {
  await folder.write('keystrip.json', content)
  return readConfig(undefined, folder.path)
}

describe('keystrip.json', () => {
  it('may be missing, unless --config names it', async () => {
    const empty = await createFolder()
    expect(await readConfig(undefined, empty.path)).toEqual({ config: {}, base: empty.path })
    await expect(readConfig('other.json', empty.path)).rejects.toMatchObject({ code: 'no_file' })
    await empty.remove()
  })

  it('has the fields of a publication, and pictures with or without alternative text', async () => {
    const { config, base } = await read(
      JSON.stringify({
        title: 'Orchard',
        category: 'nature',
        tags: ['tree'],
        cover: { file: 'cover.png', alt: 'Trees' },
        gallery: ['one.png'],
      }),
    )
    expect(base).toBe(folder.path)
    expect(config).toEqual({
      title: 'Orchard',
      category: 'nature',
      tags: ['tree'],
      cover: { file: 'cover.png', alt: 'Trees' },
      gallery: [{ file: 'one.png', alt: '' }],
    })
  })

  it('may describe how a cover is drawn', async () => {
    const draw = { layout: 3, palette: 'tide' }
    expect((await read(JSON.stringify({ cover: { draw } }))).config.cover).toEqual({ draw })
  })

  it.each([
    ['nothing', '', /not valid JSON/],
    ['broken JSON', '{"title": "Orchard",}', /not valid JSON/],
    ['a list', '[]', /it is not valid/],
    ['a wrong type', '{"title": 7}', /“title” is not valid/],
    ['a wrong value', '{"gallery": [{"file": "a.png", "alt": 7}]}', /“gallery.0” is not valid/],
    ['a mistyped field', '{"titel": "Orchard"}', /“titel” is unknown/],
    [
      'a site, which a changed file could turn elsewhere',
      '{"site": "https://x.example"}',
      /“site” is unknown/,
    ],
    ['a token', '{"token": "ks_pat_x"}', /“token” is unknown/],
    ['nesting without end', '['.repeat(100_000), /nested too deeply/],
    ['a control character in a name', '{"a\\u001b[2J": 1}', /“a\[2J” is unknown/],
  ])('with %s is refused with the field', async (_, content, message) => {
    await expect(read(content)).rejects.toMatchObject({
      exit: 2,
      message: expect.stringMatching(message),
    })
  })

  it('is text of at most 256 kB', async () => {
    const large = JSON.stringify({ title: 'x'.repeat(TEXT_MAX_BYTES) })
    await expect(read(large)).rejects.toMatchObject({
      exit: 2,
      message: expect.stringContaining('256 kB'),
    })
    await expect(read(Buffer.from([0xff, 0xfe, 0]))).rejects.toMatchObject({
      message: expect.stringContaining('UTF-8'),
    })
  })
})
