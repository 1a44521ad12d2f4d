import { createServer } from 'node:http'
import { z } from 'zod'
import { onLoopback } from './on-loopback.ts'

const valueSchema = z.record(z.string(), z.unknown())
const attributesSchema = z
  .array(z.object({ key: z.string(), value: valueSchema }))
  .default([])
  .transform((all) =>
    Object.fromEntries(all.map(({ key, value }) => [key, Object.values(value)[0]])),
  )
const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: attributesSchema,
  links: z.array(z.object({ spanId: z.string() })).default([]),
})
const bodySchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: attributesSchema }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
})

export type ReceivedSpan = z.output<typeof spanSchema> & { service: unknown }

/** A receiver of traces over OTLP (HTTP, JSON). */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = []
  const bodies: string[] = []
  let status = 200
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      bodies.push(body)
      for (const { resource, scopeSpans } of bodySchema.parse(JSON.parse(body)).resourceSpans) {
        const service = resource.attributes['service.name']
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({ ...span, service })
      }
      res.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  return {
    ...(await onLoopback(server)),
    spans,
    /** What arrived, as text. */
    bodies,
    /** Answers with this status from now on. */
    answer: (code: number) => (status = code),
  }
}
