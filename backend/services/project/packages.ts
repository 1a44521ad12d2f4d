import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { pluginPackagesSchema, type PluginPackage } from '#lib/contract/project.ts'
import {
  judgePackages,
  NO_PLATFORM,
  productOf,
  type StatedFile,
  statedPlatform,
} from '#lib/contract/file/package-systems.ts'
import { PACKAGE_PLATFORMS, type PackagePlatform } from '#lib/contract/file/plugin-package.ts'
import {
  KNOWN_PERMISSIONS,
  MANIFEST_LIST_MAX,
  type PluginManifestFacts,
} from '#lib/contract/file/plugin-manifest.ts'
import type { Transaction } from '#backend/db/connect.ts'
import {
  files,
  formerPackages,
  type PackageBasis,
  pluginPackages,
  projects,
  type StoredPackage,
  versions,
} from '#backend/db/tables.ts'
import { DomainError, InvalidInputError } from '#backend/errors.ts'
import { toPackageFile } from '#backend/services/file/url.ts'
import type { AttachedFiles } from './attach-files.ts'
import { checkSameBytes } from './tombstones.ts'

type FileRow = typeof files.$inferSelect
type ProjectRow = Pick<
  typeof projects.$inferSelect,
  'id' | 'version' | 'manifestId' | 'packageSystems'
>

/**
 * Packages that are offered: accepted with proof of owning the repository, or fetched from it. Those of the release before, which runs
 * beside this one while it is replaced, are accepted if their author has that proof (services/project/former-packages.ts).
 */
export const isAccepted = or(isNotNull(pluginPackages.basis), isNotNull(projects.ownerProof))

/** The packages of a version as JSON; `NULL` without any. One index scan per version. */
const packagesOf = (version: typeof projects | typeof versions) => {
  const id = version === projects ? projects.id : versions.projectId
  return sql<unknown>`(
    SELECT jsonb_agg(jsonb_build_object('platform', ${pluginPackages.platform}, 'id', ${files.id},
      'name', ${files.name}, 'size', ${files.size}, 'sha256', ${files.sha256}))
    FROM ${pluginPackages} JOIN ${files} ON ${files.id} = ${pluginPackages.fileId}
    WHERE ${pluginPackages.projectId} = ${id} AND ${pluginPackages.version} = ${version.version}
      AND ${isAccepted})`
}
/** For queries of projects: packages of the current version. */
export const currentPackages = packagesOf(projects)
/** For queries of versions. */
export const versionPackages = packagesOf(versions)

/** For queries of projects: whether packages are no longer offered. */
export const hasFormerPackages = sql<boolean>`EXISTS (
  SELECT FROM ${formerPackages} WHERE ${formerPackages.projectId} = ${projects.id})`

const storedSchema = z.array(
  z.object({
    platform: z.enum(PACKAGE_PLATFORMS),
    id: z.string(),
    name: z.string(),
    size: z.number(),
    sha256: z.string(),
  }),
)
const order = (platform: PackagePlatform) => PACKAGE_PLATFORMS.indexOf(platform)

/** Maps the JSON of `currentPackages` or `versionPackages` to the contract; `null` without any. */
export function toPackages(json: unknown): PluginPackage[] | null {
  if (json === null || json === undefined) return null
  const rows = storedSchema.parse(json)
  return pluginPackagesSchema.parse(
    rows
      .map(({ platform, ...file }) => ({ platform, file: toPackageFile(file) }))
      .toSorted((a, b) => order(a.platform) - order(b.platform)),
  )
}

/**
 * Adds the packages of a request to a version of a plugin.
 * @returns what any package of that version may do, which is what its page shows: they are what is installed; `null` without packages.
 * @throws InvalidInputError for a file that is no package; DomainError `package_unproved` without a `basis`; `package_mismatch` for one of
 * another plugin, of another version, or for a platform that has a package already: `field`, `found` and `expected` say which;
 * `version_discarded`.
 */
export async function addPackages(
  tx: Transaction,
  { id, version, manifestId, packageSystems }: ProjectRow,
  { attached, package_ids: ids, packageBasis: basis }: Added,
): Promise<PluginManifestFacts | null> {
  const added = (ids ?? []).map((fileId) => toAdded(attached.get(fileId), packageSystems))
  if (added.length > 0 && basis === undefined) throw packageUnproved()
  for (const { file, said } of added) {
    if (manifestId !== null) check(file, 'id', said.manifest_id, manifestId)
    if (said.version !== null) check(file, 'version', said.version, version)
  }
  const platforms = added.map(({ said }) => said.platform)
  const twice = added.find(({ said }, at) => platforms.indexOf(said.platform) !== at)
  if (twice) throw mismatch(twice.file, 'platform', twice.said.platform, '')
  const existing = await tx
    .select({ platform: pluginPackages.platform, said: files.package })
    .from(pluginPackages)
    .innerJoin(files, eq(files.id, pluginPackages.fileId))
    .where(and(eq(pluginPackages.projectId, id), eq(pluginPackages.version, version)))
  for (const { file, said } of added) {
    const isTaken = existing.some(({ platform }) => platform === said.platform)
    if (isTaken) throw mismatch(file, 'platform', said.platform, '')
  }
  const rows = added.map(({ file, said }) => ({
    projectId: id,
    version,
    platform: said.platform,
    fileId: file.id,
    basis,
  }))
  if (rows.length > 0) {
    const hashes = added.map(({ file }) => file.sha256)
    await checkSameBytes(tx, { projectId: id, version }, hashes)
    await tx.insert(pluginPackages).values(rows)
  }
  const facts = [...existing, ...added].flatMap(({ said }) => (said ? [said.facts] : []))
  return mergeFacts(facts)
}

type Added = {
  attached: AttachedFiles
  package_ids?: string[] | undefined
  packageBasis?: PackageBasis | undefined
}

export const packageUnproved = () =>
  new DomainError(
    'package_unproved',
    'Packages are accepted from the proved owner of the repository only: sign in with GitHub as its owner, prove push permission, or name the account in its file .keystrip.',
    { fields: ['package_ids'] },
  )

/** Adds the packages of a request to the current version, and to what the page of the project shows. @throws as `addPackages`. */
export async function addCurrentPackages(
  tx: Transaction,
  project: ProjectRow,
  added: Added,
): Promise<void> {
  const manifest = await addPackages(tx, project, added)
  if (manifest) await tx.update(projects).set({ manifest }).where(eq(projects.id, project.id))
}

/** A package with what it says; its author knows better for which platform it is. */
function toAdded(
  file: FileRow | undefined,
  stated: StatedFile[] | null,
): { file: FileRow; said: StoredPackage } {
  if (file?.package) {
    const platform = platformBy(file.name, stated) ?? file.package.platform
    return { file, said: { ...file.package, platform } }
  }
  throw new InvalidInputError('package_ids: not a package of a plugin', ['package_ids'])
}

/** What its author has stated of a package; a stored one stays where it is said to be for no system. */
function platformBy(name: string, stated: StatedFile[] | null): PackagePlatform | undefined {
  const platform = statedPlatform(name, stated)
  return platform === NO_PLATFORM ? undefined : platform
}

/**
 * Judges the stored packages of the current version again: by what their author states, else, where nothing said what one is for, by the
 * marks in its name.
 * @returns whether one is for another platform now.
 * @throws DomainError `package_mismatch` if the author states one platform of two.
 */
export async function settlePackages(
  tx: Transaction,
  project: Pick<
    typeof projects.$inferSelect,
    'id' | 'version' | 'packageSystems' | 'repositoryUrl'
  >,
): Promise<boolean> {
  const { id, version, packageSystems: stated, repositoryUrl } = project
  const isOfVersion = and(eq(pluginPackages.projectId, id), eq(pluginPackages.version, version))
  const rows = await tx
    .select({ row: pluginPackages, file: files })
    .from(pluginPackages)
    .innerJoin(files, eq(files.id, pluginPackages.fileId))
    .where(isOfVersion)
  const names = rows.map(({ file }) => file.name)
  const judged = judgePackages(names, { product: productOf(repositoryUrl) })
  const settled = rows.map(({ row, file }) => {
    const said = platformBy(file.name, stated)
    const marked = judged.find(({ name }) => name === file.name)?.platform
    const isOpen = row.platform === 'universal' && file.package?.platform_from !== 'contents'
    const byName = isOpen && marked && marked !== NO_PLATFORM ? marked : row.platform
    return { row, file, platform: said ?? byName, isStated: said !== undefined }
  })
  if (settled.every(({ row, platform }) => row.platform === platform)) return false
  const platforms = settled.map(({ platform }) => platform)
  const twice = settled.find(({ platform }, at) => platforms.indexOf(platform) !== at)
  if (twice && !settled.some(({ isStated }) => isStated)) return false
  if (twice) throw mismatch(twice.file, 'platform', twice.platform, '')
  await tx.delete(pluginPackages).where(isOfVersion)
  await tx.insert(pluginPackages).values(settled.map(({ row, platform }) => ({ ...row, platform })))
  return true
}

type Field = 'id' | 'version' | 'platform'

function check(file: FileRow, field: Field, found: string, expected: string): void {
  if (found !== expected) throw mismatch(file, field, found, expected)
}

function mismatch({ name }: FileRow, field: Field, found: string, expected: string): DomainError {
  const message =
    field === 'platform'
      ? `${name}: this version has a package for ${found} already; package_systems states which one is for what.`
      : `${name}: its manifest says ${field} ${found}, not ${expected}.`
  return new DomainError('package_mismatch', message, {
    details: { field, name, found, expected },
    fields: ['package_ids'],
  })
}

/** What any of the packages may do, so that none does more than its page shows; `null` without packages. */
function mergeFacts([first, ...others]: PluginManifestFacts[]): PluginManifestFacts | null {
  if (!first) return null
  return others.reduce(
    (all, facts) => ({
      ...all,
      permissions: unionOf(all.permissions, facts.permissions),
      requires_network: anyOf(all.requires_network, facts.requires_network),
      native: anyOf(all.native, facts.native),
      platforms: union(all.platforms, facts.platforms),
      capabilities: union(all.capabilities, facts.capabilities),
    }),
    first,
  )
}

const anyOf = (a: boolean | null, b: boolean | null) => (a === null ? b : a || b === true)
const unionOf = (a: string[] | null, b: string[] | null) =>
  a === null || b === null ? null : union(a, b)
/** Permissions that are explained are never cut off. */
const union = (a: string[], b: string[]) => {
  const isKnown = (name: string) => Number(KNOWN_PERMISSIONS.includes(name))
  const all = [...new Set([...a, ...b])]
  return all.toSorted((one, other) => isKnown(other) - isKnown(one)).slice(0, MANIFEST_LIST_MAX)
}
