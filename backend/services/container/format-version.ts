import { z } from 'zod'
import { THIRD_FORMAT_VERSION } from '#lib/contract/file/container.ts'
import type { FileIssue } from '#lib/contract/file/file-issue.ts'

const formatVersionSchema = z.coerce.number().catch(1)
const formatVersionOf = (manifest: Record<string, unknown>) =>
  formatVersionSchema.parse(manifest['format_version'] ?? 1)

/** A manifest as its version is read: `requires` means something from version 3 on. */
export function asOfVersion<M extends Record<string, unknown>>(manifest: M): Omit<M, 'requires'> {
  if (formatVersionOf(manifest) >= THIRD_FORMAT_VERSION) return manifest
  const { requires: _, ...rest } = manifest
  return rest
}

/** A warning if the manifest has a newer format version than is supported. */
export function newerVersion(manifest: Record<string, unknown>): FileIssue[] {
  const version = formatVersionOf(manifest)
  return version > THIRD_FORMAT_VERSION
    ? [{ code: 'newer_version', value: `${version}`, limit: THIRD_FORMAT_VERSION }]
    : []
}
