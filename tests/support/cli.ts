import { lookup } from 'node:dns/promises'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach } from 'vitest'
import { z } from 'zod'
import type { Io } from '#cli/io.ts'
import { run } from '#cli/run.ts'

/** Longest real wait for what a command waits for, in ms. */
const WAIT_MAX_MS = 20

/** A folder of its own, with helpers to fill it. */
export async function createFolder() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'keystrip-cli-test-'))
  return {
    path: folder,
    write: (name: string, content: string | Uint8Array) =>
      writeFile(path.join(folder, name), content),
    names: () => readdir(folder),
    async empty() {
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder)
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** A folder for a file of tests: empty before each of them, removed behind the last. */
export async function testFolder() {
  const folder = await createFolder()
  beforeEach(() => folder.empty())
  afterAll(() => folder.remove())
  return folder
}

/** Runs the command line in this process. @returns its exit code, its output and the waits that it asked for, in ms. */
export async function runCli(args: string[], overrides: Partial<Io> = {}) {
  let [out, err] = ['', '']
  const waits: number[] = []
  const io: Io = {
    env: {},
    folder: os.tmpdir(),
    home: os.tmpdir(),
    platform: 'linux',
    architecture: 'x64',
    writeOut: (text) => {
      out += text
    },
    writeError: (text) => {
      err += text
    },
    isTerminal: false,
    columns: 80,
    now: () => performance.now(),
    random: () => 0,
    sleep: async (ms) => {
      waits.push(ms)
      await new Promise((resolve) => void setTimeout(resolve, Math.min(ms, WAIT_MAX_MS)))
    },
    lookup: (hostname) => lookup(hostname, { all: true }),
    signal: new AbortController().signal,
    ...overrides,
  }
  const exit = await run(args, io)
  return { exit, out, err, waits }
}

const outputSchema = z.looseObject({
  ok: z.boolean(),
  command: z.string(),
  error: z.object({ code: z.string(), message: z.string(), exit: z.number() }).optional(),
})

/** The one object that a command prints with `--json`. */
export const jsonOf = ({ out }: { out: string }) => outputSchema.parse(JSON.parse(out))

/** Exit code and error code of a command that was run with `--json`. */
export const failureOf = (ran: { exit: number; out: string }) => [ran.exit, jsonOf(ran).error?.code]
