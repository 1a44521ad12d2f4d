import { describe, expect, it } from 'vitest'
import { manifestSchema } from '#lib/contract/file/container.ts'
import { MANIFEST_FIELDS, SAMPLE_MANIFESTS } from '#components/creator/guide/guide-content.ts'

const KINDS = ['icon', 'profile', 'flexpage'] as const

describe('the guide of a kind with files', () => {
  it.each(KINDS)('shows a manifest that is accepted: %s', (kind) => {
    expect(manifestSchema.parse(SAMPLE_MANIFESTS[kind])).toMatchObject(SAMPLE_MANIFESTS[kind])
  })

  it.each(KINDS)('explains every field of its manifest: %s', (kind) => {
    const explained = MANIFEST_FIELDS[kind].flatMap(([name]) => name.split(', '))
    const fields = Object.keys(SAMPLE_MANIFESTS[kind]).filter((name) => name !== 'format')
    expect(explained).toEqual(expect.arrayContaining(fields))
  })
})
