import { AsyncLocalStorage } from 'node:async_hooks'
import { ensureProcessState } from '#lib/process-state.ts'

export type SpanKind = 'server' | 'client' | 'internal'
/** Never an address, a query, a header or a value of a statement: spans leave the machine. */
export type SpanAttributes = Record<string, string | number | boolean>

/** An open span of OpenTelemetry, as far as this project needs it. */
export type Span = {
  /** Header `traceparent` (https://www.w3.org/TR/trace-context/) of what this span causes elsewhere. */
  traceparent: string
  set: (attributes: SpanAttributes) => void
  rename: (name: string) => void
  /** @param error marks the span as failed; only its class and code are recorded. */
  end: (error?: unknown) => void
}
type SpanOptions = {
  kind: SpanKind
  attributes?: SpanAttributes
  /** None for the root of a trace. A text is the `traceparent` of another process. */
  parent?: Span | string | undefined
  /** A span of another trace that caused this one. */
  link?: Span | undefined
}
export type StartSpan = (name: string, options: SpanOptions) => Span

/** What the asynchronous work of a request belongs to. */
type Scope = { requestId: string | undefined; span: Span | undefined }
type State = {
  scopes: AsyncLocalStorage<Scope>
  /** Set where traces are configured (otlp.ts). */
  startSpan: StartSpan | undefined
}

declare module '#lib/process-state.ts' {
  interface ProcessState {
    trace: State
  }
}

const state = ensureProcessState('trace', () => ({
  scopes: new AsyncLocalStorage<Scope>(),
  startSpan: undefined,
}))

/** Switches traces on or off in the whole process. */
export function setTracer(startSpan: StartSpan | undefined): void {
  state.startSpan = startSpan
}

const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

type RequestOptions = {
  id: string
  /** Name of its span; none if it is not traced. */
  name: string | undefined
  /** `traceparent` of a trusted sender. */
  parent?: string | undefined
  attributes?: SpanAttributes
}

/** Runs the work for a request that arrived: it carries the id, and a span where traces are on. */
export function inRequest<T>(
  { id, name, parent, attributes = {} }: RequestOptions,
  work: (span: Span | undefined) => T,
): T {
  const isValid = parent !== undefined && TRACEPARENT.test(parent)
  const span =
    name === undefined
      ? undefined
      : state.startSpan?.(name, {
          kind: 'server',
          attributes: { 'request.id': id, ...attributes },
          ...(isValid && { parent }),
        })
  return state.scopes.run({ requestId: id, span }, () => work(span))
}

/** Runs work that belongs to no request: a trace of its own, linked to the request that caused it. */
export function inOwnTrace<T>(
  name: string,
  attributes: SpanAttributes,
  work: () => Promise<T>,
): Promise<T> {
  const { startSpan } = state
  if (!startSpan) return work()
  const cause = state.scopes.getStore()
  const span = startSpan(name, { kind: 'internal', attributes, link: cause?.span })
  return ended(span, () => state.scopes.run({ requestId: cause?.requestId, span }, work))
}

/** Runs a step of the current trace in a span; without one just runs it. */
export function inSpan<T>(
  name: string,
  { kind = 'internal', attributes = {} }: { kind?: SpanKind; attributes?: SpanAttributes },
  work: (span?: Span) => Promise<T>,
): Promise<T> {
  const scope = state.scopes.getStore()
  if (!scope?.span || !state.startSpan) return work()
  const span = state.startSpan(name, { kind, attributes, parent: scope.span })
  return ended(span, () => state.scopes.run({ ...scope, span }, () => work(span)))
}

/** The id of the request that the current work belongs to. */
export const currentRequestId = (): string | undefined => state.scopes.getStore()?.requestId

/** Headers for the backend: the request's id and `traceparent`. Never for other hosts. */
export function correlationHeaders(): Record<string, string> {
  const scope = state.scopes.getStore()
  return {
    ...(scope?.requestId !== undefined && { 'x-request-id': scope.requestId }),
    ...(scope?.span && { traceparent: scope.span.traceparent }),
  }
}

async function ended<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work()
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}
