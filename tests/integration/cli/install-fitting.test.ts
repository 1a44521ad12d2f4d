import { expect, it } from 'vitest'
import type { Project } from '#lib/contract/project.ts'
import { buildProject } from '#tests/support/builders.ts'
import { jsonOf, runCli, testFolder } from '#tests/support/cli.ts'
import { startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { fileOf, serveProject } from '#tests/support/served-project.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const folder = await testFolder()
const site = await stoppedAtEnd(startFaultyBackend())

const BYTES = Buffer.from('a')
const FITTING = 'Where 1.11.0 does not fit, 1.9.0 does: all, application 1.0.0 or later.'
const NOT_HERE = '1.11.0 is not for linux. 1.9.0 is: --version 1.9.0.'

it.each<[string, Project['operating_systems'], string[]]>([
  ['the version for this machine where the current one is not', ['windows'], [FITTING, NOT_HERE]],
  ['the versions that fit elsewhere', ['linux'], [FITTING]],
])('install names %s', async (_, operating_systems, expected) => {
  const other: NonNullable<Project['fitting_versions']>[number] = {
    version: '1.9.0',
    operating_systems: ['all'],
    minimum_version: '1.0.0',
  }
  const project = buildProject({
    version: '1.11.0',
    operating_systems,
    minimum_version: '9.0.0',
    fitting_versions: [other],
    file: fileOf(BYTES),
  })
  const id = serveProject(site, project, BYTES)
  const place = { folder: folder.path, home: folder.path, env: { KEYSTRIP_SITE: site.url } }
  const ran = await runCli(['install', '--json', id], place)
  expect([ran.exit, jsonOf(ran)]).toMatchObject([
    0,
    { version: '1.11.0', fitting_versions: [other] },
  ])
  const { out, err } = await runCli(['install', id, '--force'], place)
  expect([FITTING, NOT_HERE].filter((note) => `${out}${err}`.includes(note))).toEqual(expected)
})
