import { expect, type Page } from 'playwright/test'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { aManifest, containerOf } from '#tests/support/containers.ts'
import { aPicture } from '#tests/support/publishing.ts'
import { packOf } from '#tests/support/search-catalogue.ts'

/** What the site calls the kinds, and a category of each. */
export const WORDS = {
  icon: { one: 'Icon pack', category: 'nature' },
  profile: { one: 'Profile', category: 'design' },
  flexpage: { one: 'Page', category: 'design' },
} as const

/** A picture of the shape that cards show, unless another is wanted. */
export async function picture(name = 'cover.png', width = 640) {
  return { name, mimeType: 'image/png', buffer: await aPicture({ width }) }
}
/** A project's file: icons without a manifest, or a strip of one key. */
export async function container(ending: string, ...names: string[]) {
  const about = { name: `mine${ending}`, mimeType: 'application/zip' }
  if (ending === KIND_TABLE.icon.fileEnding) {
    return { ...about, buffer: (await packOf(...names)).bytes }
  }
  const format = ending === KIND_TABLE.profile.fileEnding ? 'profile' : 'flexpage'
  const manifest = aManifest(format, { version: '1.0.0', minimum_version: '1.0.0' })
  return { ...about, buffer: containerOf(manifest, []) }
}

/** Fills in everything that the form wants. */
export async function fillIn(page: Page, kind: keyof typeof WORDS, title: string) {
  const ending = KIND_TABLE[kind].fileEnding
  await page.getByLabel('File: Choose').setInputFiles(await container(ending, 'sun', 'moon'))
  await expect(page.getByText(`mine${ending}, `)).toBeVisible()
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Cover: Choose').setInputFiles(await picture())
  await expect(page.getByLabel('What does it show?')).toHaveCount(1)
  await page.getByLabel('Gallery: Choose').setInputFiles(await picture('one.png'))
  await expect(page.getByLabel('What does it show?')).toHaveCount(2)
  await page.getByLabel('Description').fill('Trees and **fruit**.')
  await page.getByLabel('Category').selectOption(WORDS[kind].category)
}
