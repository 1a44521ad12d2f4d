import { expect, it } from 'vitest'
import { nextPage, OWN_PAGES_MAX, readAllPages } from '#lib/contract/account/own-page.ts'

it('all pages of a list are read, the first without a number', async () => {
  const asked: (number | undefined)[] = []
  const items = await readAllPages(async (page) => {
    asked.push(page)
    return { items: [page ?? 1], next: nextPage(page ?? 1, (page ?? 1) < 3) }
  })
  expect(items).toEqual([1, 2, 3])
  expect(asked).toEqual([undefined, 2, 3])
})

it('a backend that names the same page again is not asked without an end', async () => {
  expect(await readAllPages(async () => ({ items: ['a'], next: 1 }))).toEqual(['a'])
  expect(await readAllPages(async () => ({ items: ['a'], next: 2 }))).toEqual(['a', 'a'])
})

it('there is no page after the last, nor beyond the maximum', () => {
  expect(nextPage(1, false)).toBeNull()
  expect(nextPage(OWN_PAGES_MAX, true)).toBeNull()
})
