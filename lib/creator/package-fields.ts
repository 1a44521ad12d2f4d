import { z } from 'zod'
import { PROJECT_FIELDS } from '#lib/contract/project-table.ts'
import { field } from './descriptor.ts'
import { formFileSchema } from './form-file.ts'
import { byFile, statedTexts, toStated } from './stated-files.ts'

/** Uploaded packages of a plugin version. */
export const packagesField = field({
  schema: z.array(formFileSchema),
  initial: [],
  label: 'packages',
  help: 'packagesHelp',
  control: 'packages',
  source: 'repository',
  isOptional: true,
  // Packages belong to one version, and stay: an edit adds to them.
  fromProject: () => [],
  toRequest: (packages) =>
    packages.length > 0 ? { package_ids: packages.map(({ id }) => id) } : {},
  compare: (packages) => packages.map(({ id }) => id).join(),
  files: (packages) => packages,
  missing: 'packages_gone',
  errors: {
    package_ids: 'package_ids',
    package_mismatch: 'package_mismatch',
    package_unproved: 'package_unproved',
    packages_gone: 'gone',
  },
})

/** For which system each package is. */
export const statedField = field({
  schema: z.array(z.string()),
  initial: [],
  ...PROJECT_FIELDS.package_systems.form,
  source: 'repository',
  fromProject: statedTexts,
  toRequest: (texts) => (texts.length > 0 ? { package_systems: toStated(texts) } : {}),
  compare: (texts) => JSON.stringify(toStated(texts).toSorted(byFile)),
  errors: { package_systems: 'package_systems' },
})
