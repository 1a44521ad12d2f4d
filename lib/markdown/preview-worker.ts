import { z } from 'zod'
import { render } from './render.ts'

/* Runs in the browser, as a worker that preview-client.ts ends when it takes too long. */

/** The types of this project know the global object of pages, whose method has other parameters. */
const page: Pick<Worker, 'postMessage'> = globalThis
const answer = (message: unknown) => page.postMessage(message, {})

globalThis.addEventListener('message', ({ data }) => answer(render(z.string().parse(data))))
answer('ready')
