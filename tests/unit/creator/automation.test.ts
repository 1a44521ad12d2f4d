import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { COMMANDS, isCommand } from '#cli/commands.ts'
import { NOTICES, REFUSALS } from '#components/creator/guide/automation-content.ts'
import { PLACEHOLDERS, samplesOf } from '#components/creator/guide/automation-samples.ts'
import { CALLS } from '#lib/contract/calls.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import { toMessageValues } from '#lib/creator/repository-error.ts'
import { reader, render } from '#tests/unit/messages/render.ts'

const SITE = 'https://icons.example'
const samples = samplesOf(SITE)

const stepSchema = z.object({ uses: z.string().optional(), run: z.string().optional() })
const workflowSchema = z.object({
  on: z.object({ release: z.object({ types: z.array(z.string()) }) }),
  permissions: z.record(z.string(), z.string()).optional(),
  jobs: z.object({
    publish: z.object({
      permissions: z.record(z.string(), z.string()).optional(),
      env: z.record(z.string(), z.string()).optional(),
      uses: z.string().optional(),
      with: z.record(z.string(), z.string()).optional(),
      secrets: z.record(z.string(), z.string()).optional(),
      steps: z.array(stepSchema).default([]),
    }),
  }),
})
const gitlabSchema = z.object({
  publish: z.object({
    id_tokens: z.record(z.string(), z.object({ aud: z.string() })),
    variables: z.record(z.string(), z.string()),
    script: z.array(z.string()),
  }),
})
const workflowOf = ({ code }: { code: string }) => workflowSchema.parse(parse(code))

describe('the workflows to copy', () => {
  it('are files in the folder that GitHub reads, and run when a release is published', () => {
    for (const workflow of [samples.maker, samples.trusted]) {
      expect(workflow.name).toMatch(/^\.github\/workflows\/[a-z]+\.yml$/)
      expect(workflowOf(workflow).on.release.types).toEqual(['published'])
    }
    expect(samples.maker.name).not.toBe(samples.trusted.name)
  })

  it('the maker’s gets the address of the site without the path that it adds, and no more rights than it asks for', () => {
    const { publish } = workflowOf(samples.maker).jobs
    expect(publish.with).toEqual({ 'api-base-url': SITE })
    expect(samples.webhookUrl).toBe(`${publish.with?.['api-base-url']}/api/v1/plugins/webhook`)
    expect(publish.uses).toMatch(/publish\.yml@v\d+\.\d+\.\d+$/)
    expect(publish.permissions).toEqual({
      contents: 'write',
      'id-token': 'write',
      attestations: 'write',
    })
  })

  it('the trusted one has no secret, may have an identity, and uses other actions by their full hashes', () => {
    const { permissions, jobs } = workflowOf(samples.trusted)
    expect(permissions).toEqual({ contents: 'read', 'id-token': 'write' })
    expect(samples.trusted.code).not.toMatch(/secrets|KEYSTRIP_TOKEN/)
    expect(jobs.publish.env?.['KEYSTRIP_SITE']).toBe(SITE)
    const used = jobs.publish.steps.flatMap(({ uses }) => uses ?? [])
    expect(used).toHaveLength(2)
    for (const one of used) expect(one).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
  })
})

it('the job of GitLab to copy asks for an identity token for the host of the site, which the command takes', () => {
  const { publish } = gitlabSchema.parse(parse(samples.gitlab.code))
  expect(publish.id_tokens).toEqual({ KEYSTRIP_IDENTITY: { aud: 'icons.example' } })
  expect(publish.variables['KEYSTRIP_SITE']).toBe(SITE)
  expect(publish.script[0]).toMatch(/^npx --yes \S+ publish --trusted /)
})

describe('the commands to copy', () => {
  const lines = Object.values(samples).map((sample) =>
    typeof sample === 'string' ? sample : sample.code,
  )
  const commands = lines
    .join('\n')
    .replaceAll(/\\\n\s*|\n {6,10}(?=publish)/g, ' ')
    .split('\n')
    .flatMap((line) => /(?:^keystrip|keystrip-cli\.tgz) (\w+)(.*)$/.exec(line)?.slice(1, 3) ?? [])

  it('are those of the command line, each once and publishing four times, with options that it has', () => {
    const names = commands.filter((_, at) => at % 2 === 0)
    expect(names.toSorted()).toEqual([
      'categories',
      'install',
      'publish',
      'publish',
      'publish',
      'publish',
      'validate',
    ])
    for (const [at, name] of names.entries()) {
      if (!isCommand(name)) throw new Error(`${name} is no command`)
      const options = [...(commands[at * 2 + 1] ?? '').matchAll(/ --([a-z-]+)/g)]
      for (const [, option = ''] of options) expect(COMMANDS[name].options).toHaveProperty(option)
    }
  })

  it('name the address of the site everywhere, and no other', () => {
    const hosts = [...lines.join('\n').matchAll(/https?:\/\/[^/\s]+/g)].map(([url]) => url)
    expect(hosts.length).toBeGreaterThan(8)
    expect(new Set(hosts)).toEqual(new Set([SITE]))
  })

  it('underline everything that is to be replaced, and nothing that does not occur', () => {
    for (const place of PLACEHOLDERS) expect(lines.join('\n')).toContain(place)
  })
})

describe('the refusals', () => {
  it('of a notice are all that its call has', () => {
    expect([...NOTICES].toSorted()).toEqual([...CALLS.receiveNotice.errors].toSorted())
  })

  it.each(LOCALES)(
    'of a release have the message of the settings page in %s, complete',
    (locale) => {
      const text = reader(locale)
      for (const [reason, details] of REFUSALS) {
        const values = toMessageValues(details, locale, new Date(0))
        const message = render(locale, text(`creator.error.${reason}`), values)
        expect(message, reason).not.toMatch(/[“「„«][\s\u202f]*[”」“»]|[{}]/)
      }
    },
  )
})
