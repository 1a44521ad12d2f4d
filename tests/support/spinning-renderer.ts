import { z } from 'zod'
import { serve } from '#lib/worker/serve.ts'

/* A renderer that never ends for the text `spin`, and answers any other text as it is. */
serve({
  render: (input) => {
    const { text } = z.object({ text: z.string() }).parse(input)
    if (text === 'spin') for (;;) Math.random()
    return { html: text, summary: text }
  },
})
