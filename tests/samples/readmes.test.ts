import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { differencesOf } from '#tests/support/readme-judge.ts'
import { INSTALLED } from '#tests/support/readme-packages.ts'

test.each(INSTALLED)(
  'the README of %s has the text, the links and the headings of the reference',
  (name) => {
    const [file = ''] = globSync(`node_modules/${name}/{README,readme}.md`)
    expect(differencesOf(readFileSync(file, 'utf8'))).toEqual([])
  },
)
