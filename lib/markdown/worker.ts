import { readInput } from '#lib/worker/program-error.ts'
import { z } from 'zod'
import type { MarkdownSource } from '#lib/text/readme-source.ts'
import { serve } from '#lib/worker/serve.ts'
import { render } from './render.ts'
import { documentSchema } from './result.ts'

/* Entry point of the processes that render Markdown for the web app (server.ts). */

const sourceSchema: z.ZodType<MarkdownSource> = z.object({
  repository: z.string(),
  commit: z.string(),
  folder: z.string(),
  pictures: z.record(
    z.string(),
    z.object({ url: z.string(), width: z.number(), height: z.number() }),
  ),
})
const inputSchema = z.object({
  text: z.string(),
  of: documentSchema,
  source: sourceSchema.nullable(),
})

// Warm-up: the first renderings take several times as long as later ones.
for (let round = 0; round < 20; round += 1) {
  render('# a\n\n- *b* [c](https://d.example)\n- `e`<br>\n\n> f\n\n| g |\n| - |\n| h |')
}

serve({
  render: (input) => {
    const { text, of, source } = readInput(inputSchema, input)
    return render(text, of, { source })
  },
})
