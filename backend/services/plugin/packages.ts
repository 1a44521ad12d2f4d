import type { OperatingSystem } from '#lib/contract/kind.ts'

/** `name.flexplugin`, `name.win32.flexplugin`, `name.darwin.arm64.flexplugin` */
const PACKAGE =
  /^[\w.+ -]{1,150}?(?:[._-](win32|darwin|linux))?(?:[._-](?:x64|ia32|arm64|universal))?\.(?:flexplugin|plugin)$/i
/** Names that the contract carries. */
const NAME = /^[\w.+ -]{1,200}$/
const SYSTEM_OF = { win32: 'windows', darwin: 'macos', linux: 'linux' } as const

export type Packages = {
  /** The file to install: one for all systems, else the first. */
  file: string | null
  /** The systems that there are packages for; `null`: all that the manifest names. */
  systems: OperatingSystem[] | null
}

/** Reads the names of a release's files; `null` where none of them is a package. */
export function readPackages(names: string[]): Packages | null {
  const packages = names.flatMap((name) => {
    const found = NAME.test(name) ? PACKAGE.exec(name) : null
    return found ? [{ name, system: systemOf(found[1]) }] : []
  })
  const [first] = packages
  if (!first) return null
  const universal = packages.find(({ system }) => system === null)
  if (universal) return { file: universal.name, systems: null }
  const systems = packages.flatMap(({ system }) => (system === null ? [] : [system]))
  return { file: first.name, systems: [...new Set(systems)] }
}

function systemOf(platform: string | undefined) {
  const key = platform?.toLowerCase()
  return key === 'win32' || key === 'darwin' || key === 'linux' ? SYSTEM_OF[key] : null
}
