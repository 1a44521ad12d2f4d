// @module-tag long
import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { createFolder } from '#tests/support/cli.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const FOLDER = 'node_modules/.bin'

const stepSchema = z.object({
  name: z.string(),
  uses: z.string().optional(),
  run: z.string().optional(),
  shell: z.string().optional(),
  env: z.record(z.string(), z.string()).default({}),
})
const actionSchema = z.object({
  inputs: z.record(
    z.string(),
    z.object({ description: z.string(), default: z.string().optional(), required: z.boolean() }),
  ),
  runs: z.object({ using: z.literal('composite'), steps: z.array(stepSchema) }),
})
let action: z.infer<typeof actionSchema>
let folder: Awaited<ReturnType<typeof createFolder>>
beforeAll(async () => {
  const text = await readFile(path.join(root, 'cli/action/action.yml'), 'utf8')
  action = actionSchema.parse(parse(text))
  folder = await createFolder()
  await mkdir(path.join(folder.path, 'keystrip', FOLDER), { recursive: true })
})
afterAll(() => folder.remove())

const stepNamed = (name: string) => {
  const step = action.runs.steps.find((one) => one.name === name)
  if (!step?.run) throw new Error(`There is no step ${name}`)
  return step.run
}
/** Runs the script of a step with these variables. */
function runStep(name: string, env: Record<string, string>) {
  const { PATH = '' } = process.env
  const all = { NODE_ENV: 'production' as const, PATH, RUNNER_TEMP: folder.path, ...env }
  return new Promise<{ code: number; out: string }>((resolve) => {
    execFile('bash', ['-c', stepNamed(name)], { cwd: folder.path, env: all }, (error, out) => {
      resolve({ code: error ? Number(error.code) : 0, out })
    })
  })
}

describe('the action', () => {
  it('uses other actions by their full commit hashes only', () => {
    const used = action.runs.steps.flatMap(({ uses }) => uses ?? [])
    expect(used).not.toEqual([])
    for (const one of used) expect(one).toMatch(/^[\w.-]+\/[\w.-]+@[0-9a-f]{40}$/)
  })

  it('passes inputs to scripts as variables, never as text of the script', () => {
    const scripts = action.runs.steps.flatMap(({ run }) => run ?? [])
    expect(scripts).not.toEqual([])
    for (const script of scripts) expect(script).not.toContain('${{')
    const values = action.runs.steps.flatMap(({ env }) => Object.values(env))
    for (const value of values) expect(value).toMatch(/^\$\{\{ inputs\.[a-z-]+ \}\}$/)
  })

  it('ends every script at its first failure', () => {
    for (const { run, shell } of action.runs.steps) {
      if (run === undefined) continue
      expect([shell, run.split('\n')[0]]).toEqual(['bash', 'set -euo pipefail'])
    }
  })

  it.each([
    ['', 'https://icons.example/keystrip-cli.tgz'],
    ['dist/cli.tgz', './dist/cli.tgz'],
    ['@keystrip/cli@0.1.0', '@keystrip/cli@0.1.0'],
  ])(
    'installs the command line that the site hands out, unless another is named: %j',
    async (named, installed) => {
      expect(action.inputs['package']?.default).toBe('')
      const npm = path.join(folder.path, 'npm')
      await writeFile(npm, '#!/bin/bash\nprintf "%s\\n" "${@: -1}"\n')
      await chmod(npm, 0o755)
      const env = { INPUT_PACKAGE: named, INPUT_SITE: 'https://icons.example/' }
      const PATH = `${folder.path}:${process.env['PATH']}`
      expect(await runStep('Install the command line', { ...env, PATH })).toEqual({
        code: 0,
        out: `${installed}\n`,
      })
    },
  )
})

const INPUTS = {
  INPUT_SITE: 'https://icons.example',
  INPUT_PROJECT: '',
  INPUT_VERSION: '',
  INPUT_PUBLISHER: '',
  INPUT_DRY_RUN: 'false',
  INPUT_PACKAGE: '',
  INPUT_TOKEN: '',
}

/** What the message of an input says is accepted. */
const ACCEPTED: Record<string, string> = {
  site: 'an address such as https://icons.example',
  project: 'the id of a project, or the address of its page',
  version: 'three numbers such as 1.2.0, or a pre-release such as 1.2.0-beta.1',
  publisher: 'the id of a trusted publisher',
  'dry-run': 'true or false',
  package: 'name@version, or the path of a tarball that ends with .tgz',
}

describe('the inputs of the action', () => {
  it('are accepted where they are what they should be', async () => {
    const more = {
      INPUT_PROJECT: 'V1St_-8Z5',
      INPUT_VERSION: '1.20.3',
      INPUT_PACKAGE: 'dist/cli.tgz',
    }
    expect(await runStep('Check the inputs', { ...INPUTS, ...more })).toEqual({ code: 0, out: '' })
  })

  it.each([
    ['INPUT_PROJECT', 'https://icons.example/zh-cn/home/iconpack/detail/V1St_-8Z5?x=%20#top'],
    ['INPUT_VERSION', '1.2.0-beta.1'],
  ])('are accepted as the command line takes them: %s=%s', async (variable, value) => {
    const { code } = await runStep('Check the inputs', { ...INPUTS, [variable]: value })
    expect(code).toBe(0)
  })

  it.each([
    ['site', 'INPUT_SITE', 'http://icons.example'],
    ['project', 'INPUT_PROJECT', 'https://icons.example/$(touch pwned)'],
    ['site', 'INPUT_SITE', 'https://icons.example/$(touch pwned)'],
    ['site', 'INPUT_SITE', 'https://icons.example\nhttps://evil.example'],
    ['project', 'INPUT_PROJECT', '--site=https://evil.example'.replace('--', '$(')],
    ['version', 'INPUT_VERSION', '1.0.0; touch pwned'],
    ['publisher', 'INPUT_PUBLISHER', 'a\nb'],
    ['dry-run', 'INPUT_DRY_RUN', 'yes'],
    ['package', 'INPUT_PACKAGE', '@keystrip/cli'],
    ['package', 'INPUT_PACKAGE', '--registry=https://evil.example'],
    ['package', 'INPUT_PACKAGE', 'https://evil.example/x.tgz'],
    ['package', 'INPUT_PACKAGE', '/etc/x.tgz'],
  ])('are refused: %s (%s=%s)', async (name, variable, value) => {
    expect(await runStep('Check the inputs', { ...INPUTS, [variable]: value })).toEqual({
      code: 2,
      out: `::error::The input ${name} is not valid: ${ACCEPTED[name]}.\n`,
    })
    expect(await folder.names()).not.toContain('pwned')
  })

  it('mask the token in the log before anything else', async () => {
    const { out } = await runStep('Check the inputs', { ...INPUTS, INPUT_TOKEN: 'secret\n::x' })
    expect(out).toBe('::add-mask::secret::x\n')
  })
})

describe('the publication of the action', () => {
  const VARIABLES = {
    KEYSTRIP_SITE: 'https://icons.example',
    KEYSTRIP_TOKEN: '',
    INPUT_FILE: '$(touch pwned) "; x.iconpack',
    INPUT_PROJECT: '',
    INPUT_VERSION: '1.2.0',
    INPUT_NOTES_FILE: '',
    INPUT_CONFIG: '',
    INPUT_DRY_RUN: 'false',
  }
  /** Stands for the command line: writes down its arguments and prints `result`. */
  async function publishWith(result: object, code = 0, more: Record<string, string> = {}) {
    const program = path.join(folder.path, 'keystrip', FOLDER, 'keystrip')
    const output = path.join(folder.path, 'output')
    await writeFile(
      program,
      `#!/bin/bash\nprintf '%s\\n' "$@" > "$RUNNER_TEMP/arguments"\nprintf '%s\\n' '${JSON.stringify(result)}'\nexit ${code}\n`,
    )
    await chmod(program, 0o755)
    await writeFile(output, '')
    const ran = await runStep('Publish', { ...VARIABLES, GITHUB_OUTPUT: output, ...more })
    const given = await readFile(path.join(folder.path, 'arguments'), 'utf8')
    return { ...ran, outputs: await readFile(output, 'utf8'), given: given.trimEnd().split('\n') }
  }

  it('passes each input as one argument, and uses the identity of the workflow without a token', async () => {
    const url = 'https://icons.example/home/iconpack/detail/x'
    const { code, given, outputs } = await publishWith({ ok: true, id: 'x', version: '1.2.0', url })
    expect(given).toEqual([
      'publish',
      '--json',
      '--file=$(touch pwned) "; x.iconpack',
      '--version=1.2.0',
      '--trusted',
    ])
    expect([code, outputs]).toEqual([0, `id=x\nversion=1.2.0\nurl=${url}\n`])
    expect(await folder.names()).not.toContain('pwned')
  })

  it('passes each line of files as one package of a plugin', async () => {
    const { given } = await publishWith({ ok: true }, 0, {
      INPUT_FILE: 'plums.win32.flexplugin\r\n\nplums darwin.flexplugin\n',
    })
    expect(given).toEqual([
      'publish',
      '--json',
      '--file=plums.win32.flexplugin',
      '--file=plums darwin.flexplugin',
      '--version=1.2.0',
      '--trusted',
    ])
  })

  it('uses a token that it is given, and tries out without sending', async () => {
    const { given } = await publishWith({ ok: true }, 0, {
      KEYSTRIP_TOKEN: 'x',
      INPUT_DRY_RUN: 'true',
    })
    expect(given.slice(-1)).toEqual(['--dry-run'])
    expect(given).not.toContain('--trusted')
  })

  it('fails with the exit code of the command, shows its answer and sets no output', async () => {
    const ran = await publishWith({ ok: false, error: { code: 'token_scope' } }, 3)
    expect([ran.code, ran.outputs]).toEqual([3, ''])
    expect(ran.out).toContain('token_scope')
  })

  it('takes no answer as an output that has another form', async () => {
    const { outputs } = await publishWith({ ok: true, id: 'x\nPATH=evil', url: 'a b' })
    expect(outputs).toBe('')
  })
})
