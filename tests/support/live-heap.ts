import { z } from 'zod'

const answerSchema = z.object({
  id: z.number(),
  result: z.object({ usedSize: z.number().optional() }),
})

/** Live heap of a process in MB after forced collections, through its inspector on `port`. */
export async function liveHeapMb(port: number): Promise<number> {
  const targets: unknown = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()
  const [target] = z.tuple([z.object({ webSocketDebuggerUrl: z.url() })]).parse(targets)
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', reject, { once: true })
  })
  const call = (id: number, method: string) =>
    new Promise<number>((resolve) => {
      socket.addEventListener('message', ({ data }) => {
        const answer = answerSchema.safeParse(JSON.parse(String(data))).data
        if (answer?.id === id) resolve(answer.result.usedSize ?? 0)
      })
      socket.send(JSON.stringify({ id, method }))
    })
  try {
    for (const id of [1, 2, 3]) await call(id, 'HeapProfiler.collectGarbage')
    return (await call(4, 'Runtime.getHeapUsage')) / 1e6
  } finally {
    socket.close()
  }
}
