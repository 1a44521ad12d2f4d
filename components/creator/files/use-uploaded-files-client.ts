'use client'

import { useState } from 'react'
import { GALLERY_MAX } from '#lib/contract/limits.ts'
import type { DrawCoverRequest, DrawnPictures } from '#lib/contract/file/cover.ts'
import type { ManifestSummary } from '#lib/contract/publish.ts'
import type { FieldName } from '#lib/creator/fields.ts'
import { type UploadedFile, withDrawn } from '#lib/creator/form-file.ts'
import type { SavedProject } from '#lib/creator/values.ts'
import { suggestFromManifest } from '#lib/creator/suggestions.ts'
import { CHANGE, useSuggestions } from './use-suggestions-client.ts'
import type { PendingUploads } from './pending-uploads-client.tsx'
import type { CreatorForm, FormOptions } from '#components/creator/form/form-types.ts'

type Options = Pick<FormOptions, 'kind' | 'edited'> & {
  form: CreatorForm
  base: SavedProject | null
  gone: UploadedFile[]
  uploads: PendingUploads
  typed: FieldName[]
}

/** Puts finished uploads into the form. */
export function useUploadedFiles({ kind, form, edited, base, gone, uploads, typed }: Options) {
  const [isFromManifest, setFromManifest] = useState(false)
  const next = useSuggestions({ kind, edited, form, base, typed })

  /** Reads the current gallery: several pictures may be uploading. */
  function addPicture(picture: UploadedFile) {
    uploads.noteTaken('gallery')
    const gallery = [...form.getValues('gallery'), picture]
    form.setValue('gallery', gallery.slice(0, GALLERY_MAX), CHANGE)
  }

  /** A package declares its version. */
  function addPackage(file: UploadedFile) {
    uploads.noteTaken('packages')
    form.setValue('packages', [...form.getValues('packages'), file], CHANGE)
    if (file.version !== undefined) form.setValue('version', file.version, CHANGE)
    else void next.proposeVersion(file)
  }

  /** A cover that replaces one that the server no longer has keeps its alternative text. */
  function takeCover(cover: UploadedFile) {
    uploads.noteTaken('cover')
    const before = form.getValues('cover')
    const isReplacement = gone.some(({ id }) => id === before?.id)
    const alt = isReplacement ? (before?.alt ?? '') : cover.alt
    form.setValue('cover', { ...cover, alt }, CHANGE)
  }

  /** Pictures that were drawn from the file. */
  function takeDrawn(drawn: DrawnPictures, look: DrawCoverRequest, alt: string) {
    const taken = withDrawn(form.getValues(), drawn, { look, alt })
    form.setValue('cover', taken.cover, CHANGE)
    form.setValue('gallery', taken.gallery, CHANGE)
  }

  function takeFile(
    file: UploadedFile,
    manifest: ManifestSummary | undefined,
    cover: UploadedFile | undefined,
  ) {
    uploads.noteTaken('file')
    form.setValue('file', file, CHANGE)
    if (cover && form.getValues('cover') === null) form.setValue('cover', cover, CHANGE)
    setFromManifest(manifest !== undefined)
    const published = base?.values.version ?? null
    if (manifest)
      suggestFromManifest(manifest, { published, isTyped: next.isTyped }).forEach(next.suggest)
    void next.proposeVersion(file)
  }
  return {
    isFromManifest,
    proposed: next.proposed,
    addPackage,
    addPicture,
    takeCover,
    takeDrawn,
    takeFile,
  }
}
