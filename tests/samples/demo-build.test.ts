import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { iconSet } from '#demo/icon-set.ts'
import { licenceText } from '#demo/licence.ts'
import { demoRecipes } from '#demo/recipes.ts'
import type { DemoProject } from '#demo/types.ts'
import { LICENSE_FILE, MANIFEST_FILE, manifestSchema } from '#lib/contract/file/container.ts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { imageSchema, projectSchema } from '#lib/contract/project.ts'
import { readZip } from '#tests/support/read-zip.ts'

/** One of each licence and kind, several languages: building all would take too long. */
const SAMPLE = ['Barometer', '花鸟', 'Night Bus', 'Full Mix, Small Desk', '会议小条', 'Bench Timer']
const LICENCE_WORDS = {
  ISC: 'Permission to use, copy, modify, and/or distribute this software',
  MIT: 'Permission is hereby granted, free of charge',
  'Apache-2.0': 'TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION',
}

const NOW = new Date('2027-06-03T09:30:00Z')
const projects: DemoProject[] = []

async function build(title: string): Promise<DemoProject> {
  const recipe = demoRecipes(NOW).find((one) => one.title === title)
  if (!recipe) throw new Error(`No recipe "${title}".`)
  return recipe.build()
}

const packed = () =>
  projects.flatMap(({ kind, title, license, file }) => {
    if (!file) return []
    const entries = readZip(file.bytes)
    const manifest = manifestSchema.parse(JSON.parse(entries.get(MANIFEST_FILE) ?? ''))
    return [{ kind, title, license, file, entries, manifest }]
  })

describe('a built demo project', () => {
  beforeAll(async () => {
    for (const title of SAMPLE) projects.push(await build(title))
  })

  it('has the fields of the contract', () => {
    for (const { author, cover, gallery, file, ...rest } of projects) {
      const image = { url: '/files/a', width: cover.width, height: cover.height, alt: cover.alt }
      const project = {
        ...rest,
        id: 'a',
        author: { uid: 'a', name: author },
        cover: { ...image, placeholder: cover.placeholder },
        gallery: gallery.map(() => image),
        file: file && {
          name: file.name,
          size: file.bytes.length,
          sha256: 'a'.repeat(64),
          url: '/files/b',
        },
      }
      expect(projectSchema.safeParse(project).error).toBeUndefined()
    }
  })

  it('leaves no placeholder in its description', () => {
    for (const { description } of projects) expect(description).not.toMatch(/\{\w+\}|undefined/)
  })

  it('names its file by its kind; a plugin has no file', () => {
    const endings = projects.map(({ kind, file }) => [
      kind,
      file && /\.[a-z]+$/.exec(file.name)?.[0],
    ])
    expect(endings).toEqual(projects.map(({ kind }) => [kind, KIND_TABLE[kind].fileEnding]))
  })

  it('counts no downloads where there is nothing to download, and has that in its description', () => {
    const without = projects.filter(({ file, release }) => !file && !release)
    expect(without).toHaveLength(1)
    for (const { downloads, installs, description } of without) {
      expect([downloads, installs]).toEqual([0, 0])
      expect(description).toMatch(/no such plugin to install/)
    }
  })

  it('packs exactly the files of its manifest, each icon a valid SVG', () => {
    expect(packed()).toHaveLength(5)
    for (const { manifest, entries } of packed()) {
      const files =
        manifest.format === 'iconpack'
          ? manifest.icons.map(({ file }) => file)
          : manifest.pages.flatMap(({ keys }) => keys.flatMap(({ icon }) => icon ?? []))
      expect(new Set(entries.keys())).toEqual(new Set([MANIFEST_FILE, LICENSE_FILE, ...files]))
      for (const file of files) expect(entries.get(file)).toMatch(/^<svg [^>]+>.+<\/svg>\n$/)
    }
  })

  it('packs the full text of the licence and the attribution', () => {
    for (const { license, entries, manifest } of packed()) {
      const text = entries.get(LICENSE_FILE) ?? ''
      const words = Object.entries(LICENCE_WORDS).find(([name]) => name === license)?.[1]
      expect(words).toBeDefined()
      expect(text).toContain(words)
      expect(text).toContain(manifest.attribution)
    }
  })

  it('names parts of a set by other authors under another licence', async () => {
    const text = await licenceText(await iconSet('lucide'))
    expect(text).toContain(LICENCE_WORDS.ISC)
    expect(text.slice(text.indexOf('Feather'))).toContain('Cole Bemis')
    expect(text.slice(text.indexOf('Feather'))).toContain(LICENCE_WORDS.MIT)
  })

  it('has the same bytes on every build', async () => {
    const again = await build('会议小条')
    const before = projects.find(({ title }) => title === '会议小条')
    expect(again.file?.bytes.equals(before?.file?.bytes ?? Buffer.alloc(0))).toBe(true)
  })

  it('has pictures of the declared size, within the size limit, with alternative text and placeholder', async () => {
    for (const { cover, gallery } of projects) {
      expect(cover).toMatchObject({ width: 1200, height: 750 })
      expect(cover.bytes.length).toBeLessThanOrEqual(60_000)
      expect(gallery.length).toBeGreaterThanOrEqual(1)
      expect(gallery.length).toBeLessThanOrEqual(3)
      for (const image of [cover, ...gallery]) {
        const { format, width, height } = await sharp(image.bytes).metadata()
        expect({ format, width, height }).toEqual({
          format: 'webp',
          width: image.width,
          height: image.height,
        })
        expect(image.alt.length).toBeGreaterThan(5)
        expect(image.placeholder.length).toBeLessThanOrEqual(400)
        expect(imageSchema.shape.placeholder.safeParse(image.placeholder).success).toBe(true)
      }
    }
  })
})
