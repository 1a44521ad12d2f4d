import { z } from 'zod'
import { serve } from '#lib/worker/serve.ts'
import { DESCRIPTION_LIMITS, PAGE_LIMITS } from './limits.ts'
import { render } from './render.ts'

/* Entry point of the processes that render Markdown for the web app (server.ts). */

const inputSchema = z.object({ text: z.string(), of: z.enum(['description', 'page']) })

// Warm-up: the first renderings take several times as long as later ones.
for (let round = 0; round < 20; round += 1) {
  render('# a\n\n- *b* [c](https://d.example)\n- `e`\n\n> f\n\n| g |\n| - |\n| h |')
}

serve({
  render: (input) => {
    const { text, of } = inputSchema.parse(input)
    return render(text, of === 'page' ? PAGE_LIMITS : DESCRIPTION_LIMITS)
  },
})
