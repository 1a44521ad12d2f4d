import { execFile } from 'node:child_process'
import path from 'node:path'
import { packCli } from '#scripts/build/cli-package.ts'
import { createFolder } from './cli.ts'

type Ran = { code: number; out: string; err: string }

/** Runs a program in an environment that holds nothing of the repository. @returns its exit code, -1 if it was killed, and its output. */
export function runFile(
  file: string,
  args: string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<Ran> {
  const { PATH = '', HOME = '' } = process.env
  return new Promise((resolve) => {
    const options = { cwd, env: { NODE_ENV: 'production' as const, PATH, HOME, ...env } }
    execFile(file, args, options, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err })
    })
  })
}

async function succeeded(running: Promise<Ran>): Promise<void> {
  const { code, out, err } = await running
  if (code !== 0) throw new Error(`${out}${err}`)
}

/**
 * Builds and packs the command line, and installs the tarball in a folder of its own, as its users do.
 * @throws Error with the output of what fails.
 */
export async function installCli() {
  const folder = await createFolder()
  await folder.write('cli.tgz', await packCli())
  await folder.write('package.json', '{"private":true}')
  const offline = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund']
  await succeeded(runFile('npm', ['install', ...offline, './cli.tgz'], folder.path))
  const program = path.join(folder.path, 'node_modules/.bin/keystrip')
  return {
    folder,
    program,
    /** Runs a command in the folder. */
    run: (args: string[], env: Record<string, string> = {}) =>
      runFile(process.execPath, [program, ...args], folder.path, env),
  }
}
