import { expect, it } from 'vitest'
import { newId } from '#backend/db/new-id.ts'
import { idSchema } from '#lib/contract/project.ts'

it('an id is 12 characters of the contract, and no option of a command line', () => {
  const ids = Array.from({ length: 2000 }, newId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(idSchema.parse(id)).toMatch(/^[^-].{11}$/)
})
