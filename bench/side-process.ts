import { createService } from '#scripts/stack/service.ts'
import { processorMs } from './processor.ts'

/** Starts a server of the bench in a process of its own. @returns its address, processor time in ms, and its end. */
export async function startSideProcess(
  name: string,
  args: string[],
  env: Record<string, string> = {},
) {
  const service = createService({
    name,
    args,
    execArgv: [],
    stopMs: 10_000,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...env },
    print: (line) => console.error(line),
    onMessage: () => undefined,
    onExit: console.error,
    onRestart: () => undefined,
  })
  const { url = '' } = await service.start()
  return {
    url,
    processor: () => processorMs(service.pid() ?? 0),
    [Symbol.asyncDispose]: () => service.stop(),
  }
}
