import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { freePort } from '#scripts/stack/free-port.ts'
import { sendSignal } from '#tests/support/processes.ts'

/** Variable that all processes of a site inherit, so that they are found whatever became of their parents. */
const MARK = 'KEYSTRIP_OPERATOR_TEST'

/** Numbers of the running processes that have the mark. Linux only. */
function pidsOf(mark: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'latin1')
          .split('\0')
          .includes(`${MARK}=${mark}`)
      } catch {
        return false
      }
    })
    .map(Number)
}

/** `npm start` as an operator calls it, with a data folder and ports of its own. @param cwd the folder of the site. */
export async function npmStart(variables: Record<string, string>, cwd = process.cwd()) {
  const { PATH = '', HOME = '' } = process.env
  const mark = randomUUID()
  const port = variables['PORT'] ?? String(await freePort())
  const child = spawn('npm', ['start'], {
    cwd,
    env: {
      NODE_ENV: 'production',
      PATH,
      HOME,
      HOST: '127.0.0.1',
      PORT: port,
      BACKEND_PORT: String(await freePort()),
      DEMO: '0',
      ...variables,
      [MARK]: mark,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += String(chunk)
    })
  }
  return {
    base: `http://127.0.0.1:${port}`,
    said: () => said,
    pids: () => pidsOf(mark),
    /** To npm alone. */
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    /** What is left after a failed test. */
    end() {
      for (const pid of pidsOf(mark)) sendSignal(pid, 'SIGKILL')
    },
  }
}
