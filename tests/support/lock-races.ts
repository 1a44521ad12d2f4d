import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'

const STARTERS = 4
const answerSchema = z.object({ isHolder: z.boolean() })

/**
 * Lets four processes race for one lock, repeatedly. In every other race the lock file of a killed
 * process, as an earlier version wrote it, already exists.
 * @returns the number of races by number of holders.
 */
export async function raceForLocks(races: number): Promise<Record<number, number>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'races-'))
  const starters = await Promise.all(Array.from({ length: STARTERS }, startOne))
  const holders: Record<number, number> = {}
  try {
    for (let race = 0; race < races; race += 1) {
      const file = path.join(folder, `${race}.lock`)
      if (race % 2 === 0) await writeFile(file, path.join(folder, 'no-listener'))
      const answers = await Promise.all(starters.map((starter) => ask(starter, { file })))
      const count = answers.filter((answer) => answerSchema.parse(answer).isHolder).length
      holders[count] = (holders[count] ?? 0) + 1
    }
    return holders
  } finally {
    for (const starter of starters) starter.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
}

async function startOne(): Promise<ChildProcess> {
  const child = fork('tests/support/lock-racer.ts')
  await new Promise((resolve) => child.once('message', resolve))
  return child
}

function ask(child: ChildProcess, message: { file: string }): Promise<unknown> {
  return new Promise((resolve) => {
    child.once('message', resolve)
    child.send(message)
  })
}
