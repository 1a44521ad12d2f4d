import { z } from 'zod'
import { serve } from '#lib/worker/serve.ts'

/* A renderer that loops forever on the text `spin`, waits forever on `hang`, and returns any other text unchanged. */
serve({
  render: (input) => {
    const { text } = z.object({ text: z.string() }).parse(input)
    if (text === 'spin') for (;;) Math.random()
    if (text === 'hang') return new Promise(() => undefined)
    return { html: text, summary: text, changes: {} }
  },
})
