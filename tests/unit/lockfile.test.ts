import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'

const lockfileSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      resolved: z.string().optional(),
      dependencies: z.record(z.string(), z.string()).default({}),
      devDependencies: z.record(z.string(), z.string()).default({}),
      optionalDependencies: z.record(z.string(), z.string()).default({}),
    }),
  ),
})
const { packages } = lockfileSchema.parse(
  JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')),
)
const EXACT = /^(?:npm:.+@)?\d+\.\d+\.\d+$/
const nameOf = (path: string) => path.split('node_modules/').at(-1)

it('the lockfile holds every platform’s binaries, so that a fresh clone installs anywhere', () => {
  const names = new Set(Object.keys(packages).map(nameOf))
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !names.has(name))
      .map((name) => `${name} (wanted by ${path})`),
  )
  expect(missing).toEqual([])
})

it('the lockfile names no host to download from, so that any mirror will do', () => {
  const hosts = Object.values(packages).flatMap(({ resolved }) => resolved ?? [])
  expect(hosts).toEqual([])
})

it('versions of dependencies are exact', () => {
  const wanted = { ...packages['']?.dependencies, ...packages['']?.devDependencies }
  expect(wanted).toHaveProperty('next')
  expect(Object.entries(wanted).filter(([, version]) => !EXACT.test(version))).toEqual([])
})
