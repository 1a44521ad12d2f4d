import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs'
import { lstat, readdir, readlink } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { z } from 'zod'
import { VERSION } from '#lib/version.ts'
import { buildIfChanged } from './build.ts'
import { PACKED } from '#scripts/stack/stack.ts'

/*
 * `npm run pack`: writes the built site with its packages, without those for development, to `keystrip-VERSION.tar.gz`. It is for
 * machines with the platform of this one, where it starts without an installation or a build.
 */

const NAME = `keystrip-${VERSION}`
/** What only builds write and read. */
const OF_BUILDS = ['cache', 'dev', 'diagnostics', 'trace', 'types'].map((name) => `.next/${name}`)

/** Files of packages that only tools read: source maps, declarations, and the compiler of Next. They are a third of all. */
const OF_TOOLS =
  /\.map$|\.d\.[cm]?ts$|^node_modules\/(?:@next\/swc-|@?typescript\/|next\/dist\/docs\/)/

const isIn = (name: string, folders: readonly string[]) =>
  folders.some((folder) => name === folder || name.startsWith(`${folder}/`))

/** The files and links in a folder, or the file itself. */
async function namesIn(place: string): Promise<string[]> {
  if (!(await lstat(place)).isDirectory()) return [place]
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.posix.join(entry.parentPath, entry.name))
}

/** The sources: what `.dockerignore` lets in. */
async function sourceNames(): Promise<string[]> {
  const rules = readFileSync('.dockerignore', 'utf8').split('\n')
  const kept = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1))
  const names = await Promise.all(kept.map(namesIn))
  return names.flat().filter((name) => !isIn(name, rules))
}

const lockfileSchema = z.object({
  packages: z.record(z.string(), z.looseObject({ dev: z.boolean().default(false) })),
})

/** The installed packages that are not for development, by their folders, as the lockfile names them. */
function installedPackages() {
  const { packages } = lockfileSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  const kept = Object.entries(packages).filter(
    ([folder, { dev }]) => folder !== '' && !dev && existsSync(folder),
  )
  return Object.fromEntries(kept)
}

/** The files of the packages, and the Node that runs them. */
async function packageNames(packages: object): Promise<string[]> {
  const names = Object.keys(packages).map(async (folder) => {
    // Packages in it are folders of their own.
    const inside = [`${folder}/node_modules`]
    return (await namesIn(folder)).filter((name) => !isIn(name, inside) && !OF_TOOLS.test(name))
  })
  const node = ['node', 'node.cmd'].map((name) => `node_modules/.bin/${name}`)
  return [...(await Promise.all(names)).flat(), ...node.filter((name) => existsSync(name))]
}

await buildIfChanged(console.log)
const tar = pack()
const written = pipeline(tar, createGzip(), createWriteStream(`${NAME}.tar.gz`))
const packages = installedPackages()
const built = (await namesIn('.next')).filter((name) => !isIn(name, OF_BUILDS))
for (const name of [...(await sourceNames()), ...built, ...(await packageNames(packages))]) {
  const stats = await lstat(name)
  const { mtime, size } = stats
  const header = { name: `${NAME}/${name}`, mode: stats.mode & 0o100 ? 0o755 : 0o644, mtime }
  if (stats.isSymbolicLink())
    tar.entry({ ...header, type: 'symlink', linkname: await readlink(name) })
  else await pipeline(createReadStream(name), tar.entry({ ...header, type: 'file', size }))
}
// As npm lists what it has installed (bootstrap.mjs).
const listed = `${NAME}/node_modules/.package-lock.json`
tar.entry({ name: listed }, JSON.stringify({ packages }))
tar.entry({ name: `${NAME}/${PACKED}` }, VERSION)
tar.finalize()
await written
console.log(`Packed ${NAME}.tar.gz.`)
