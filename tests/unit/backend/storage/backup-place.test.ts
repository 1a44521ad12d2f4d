import { describe, expect, it } from 'vitest'
import { backupPlaceSchema } from '#backend/storage/backup-place.ts'
import { parsePlace } from '#scripts/transfer/place.ts'

const SECRET = 'hidden-secret'

describe('a place of backups', () => {
  it.each(['backups', '/var/backups', './a:b', String.raw`C:\backups`, 'a/b@c:d'])(
    'is the folder %s',
    (folder) => expect(backupPlaceSchema.parse(folder)).toEqual({ folder }),
  )

  it.each([
    `ftp://KEY:${SECRET}@host/backups`,
    `s3:KEY:${SECRET}@host/bucket`,
    `s3:/KEY:${SECRET}@host/bucket`,
    `S3+https://KEY:${SECRET}@host/bucket`,
    `https://KEY:${SECRET}@host/bucket`,
    `file:///var/${SECRET}`,
    `me@host:/var/${SECRET}`,
    `s3://KEY:${SECRET}@host/`,
    `s3://KEY:${SECRET}@host/bucket?tls=2`,
    `s3://KEY:${SECRET}#@host/bucket`,
  ])('is refused in one sentence without its secret: %s', (value) => {
    const parse = () => parsePlace(value, '--to', {})
    expect(parse).toThrow(/^--to: [^\n]+[^.]\.$/)
    expect(parse).not.toThrow(SECRET)
  })

  it('has the key of STORAGE_URL on the same server, unless it has its own', () => {
    const credentialsOf = (to: string) => {
      const place = parsePlace(to, '--to', { STORAGE_URL: 's3://K:S@store.example:9000/files' })
      return 'bucket' in place ? place.bucket.credentials?.accessKeyId : undefined
    }
    expect(credentialsOf('s3://store.example:9000/backups/a')).toBe('K')
    expect(credentialsOf('s3://OWN:S@store.example:9000/backups')).toBe('OWN')
    expect(credentialsOf('s3://other.example:9000/backups')).toBeUndefined()
  })
})
