import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { KIND_TABLE, KINDS } from '#lib/contract/kind.ts'
import { documents } from '#lib/paths.ts'
import { buildTemplates } from '#demo/templates.ts'

it('the templates in public/templates are those that `npm run templates` writes', async () => {
  const templates = await buildTemplates()
  const endings = KINDS.flatMap((kind) => KIND_TABLE[kind].fileEnding ?? [])
  expect(templates.map(({ name }) => `/templates/${name}`)).toEqual(endings.map(documents.template))
  for (const { name, bytes } of templates) {
    const stored = await readFile(`public/templates/${name}`)
    expect(stored.equals(bytes), name).toBe(true)
  }
})
