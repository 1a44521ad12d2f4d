import { describe, expect, it } from 'vitest'
import { releaseEntries } from '#scripts/release/changelog.ts'

const changelog = (entries: string) =>
  `# Changelog\n\n## Unreleased\n${entries}\n## 0.1.0 (2026-11-25)\n\n- First.\n`

describe('the entries of a release', () => {
  it('are those under “Unreleased”, which is empty then', () => {
    expect(releaseEntries(changelog('\n### Operation\n\n- New.\n'), '0.2.0 (2026-12-01)')).toBe(
      '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-12-01)\n\n### Operation\n\n- New.\n\n## 0.1.0 (2026-11-25)\n\n- First.\n',
    )
  })

  it.each(['', '\n### Operation\n'])('are missing: %j', (entries) => {
    expect(() => releaseEntries(changelog(entries), '0.2.0')).toThrow(
      'CHANGELOG.md has no entries under “Unreleased”.',
    )
  })
})
