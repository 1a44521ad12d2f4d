import { expect, it } from 'vitest'
import { createReporter } from '#cli/reporter.ts'
import { reportProject } from '#cli/report-publication.ts'
import { buildProject } from '#tests/support/builders.ts'

/** What is shown after a publication whose release has these packages. */
function shown(isJson: boolean) {
  const out: string[] = []
  const write = (text: string) => void out.push(text)
  const io = { writeOut: write, writeError: write, isTerminal: false, columns: 80 }
  const files = [
    { name: 'Foo-\u202eSetup.flexplugin', platform: null },
    { name: 'FooMac.flexplugin', platform: 'darwin' as const },
  ]
  const project = buildProject({ kind: 'plugin', release: { tag: 'v1.0.0', files } })
  const origin = new URL('https://icons.example')
  reportProject(createReporter(io, { isJson, command: 'publish' }), project, {
    origin,
    fields: {},
    isRepeated: false,
  })
  return out.join('')
}

it('packages that no system is offered are named, with what states their system', () => {
  expect(shown(false)).toMatch(/No system is offered Foo-.?Setup\.flexplugin: .*“package_systems”/)
  expect(shown(false)).not.toContain('No system is offered FooMac')
  expect(shown(false)).not.toContain('\u202e')
  expect(JSON.parse(shown(true))).toMatchObject({ undecided_packages: [expect.any(String)] })
})
