import type { OperatingSystem } from '#lib/contract/kind.ts'

/** `name.flexplugin`, `name.win32.flexplugin`, `name.darwin.arm64.flexplugin` */
const PACKAGE =
  /^[\w.+ -]{1,150}?(?:[._-](win32|darwin|linux))?(?:[._-](?:x64|ia32|arm64|universal))?\.(?:flexplugin|plugin)$/i
/** File names that the contract allows. */
const NAME = /^[\w.+ -]{1,200}$/
const SYSTEM_OF = { win32: 'windows', darwin: 'macos', linux: 'linux' } as const

export type Packages = {
  /** The file to install: the one for all systems, else the first. */
  file: string | null
  /** Systems with a package; `null`: all systems of the manifest. */
  systems: OperatingSystem[] | null
}

/** Finds packages by the names of a release's files; `null` if there is none. */
export function findPackages(names: string[]): Packages | null {
  const packages = names.flatMap((name) => {
    const match = NAME.test(name) ? PACKAGE.exec(name) : null
    return match ? [{ name, system: toSystem(match[1]) }] : []
  })
  const [first] = packages
  if (!first) return null
  const universal = packages.find(({ system }) => system === null)
  if (universal) return { file: universal.name, systems: null }
  const systems = packages.flatMap(({ system }) => (system === null ? [] : [system]))
  return { file: first.name, systems: [...new Set(systems)] }
}

function toSystem(platform: string | undefined) {
  const key = platform?.toLowerCase()
  return key === 'win32' || key === 'darwin' || key === 'linux' ? SYSTEM_OF[key] : null
}
