import { z } from 'zod'
import { serve } from '#lib/worker/serve.ts'

/* A renderer that loops forever on the text `spin` and returns any other text unchanged. */
serve({
  render: (input) => {
    const { text } = z.object({ text: z.string() }).parse(input)
    if (text === 'spin') for (;;) Math.random()
    return { html: text, summary: text }
  },
})
