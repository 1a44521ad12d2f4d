import { z } from 'zod'
import { field } from './descriptor.ts'
import { formFileSchema } from './form-file.ts'

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
