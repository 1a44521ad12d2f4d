import { mkdir, writeFile } from 'node:fs/promises'
import { buildTemplates } from '#demo/templates.ts'

/*
 * `npm run templates`: writes the templates that creators download (public/templates). Run it when the
 * format or the templates change, and commit the results.
 */

const FOLDER = 'public/templates'

await mkdir(FOLDER, { recursive: true })
for (const { name, bytes } of await buildTemplates()) {
  await writeFile(`${FOLDER}/${name}`, bytes)
  console.log(`${FOLDER}/${name}`, bytes.length)
}
