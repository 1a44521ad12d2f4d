import type { FileIssue } from '#lib/contract/file/file-issue.ts'
import type { ManifestSummary } from '#lib/contract/publish.ts'
import type { Manifest } from '#backend/services/container/manifest.ts'

/** What a project file proposes: the version only where its manifest declares one. */
export function summarise(manifest: Manifest, warnings: FileIssue[]): ManifestSummary {
  const hasVersion = !warnings.some(
    ({ code, field }) =>
      code === 'no_manifest' || (code === 'field_replaced' && field === 'version'),
  )
  const { name, version, minimum_version, license } = manifest
  const counts =
    manifest.format === 'iconpack'
      ? { icons: manifest.icons.length, pages: null }
      : { icons: null, pages: manifest.pages.length }
  return {
    title: name,
    ...(hasVersion && { version }),
    minimum_version,
    license,
    ...counts,
  }
}
