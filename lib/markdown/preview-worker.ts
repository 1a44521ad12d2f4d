import { z } from 'zod'
import { render } from './render.ts'

/* Runs in the browser, as a worker that preview-client.ts ends when it takes too long. */

const answer = (message: unknown) => globalThis.postMessage(message, {})

globalThis.addEventListener('message', ({ data }) => answer(render(z.string().parse(data))))
answer('ready')
