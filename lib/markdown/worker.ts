import { z } from 'zod'
import { serve } from '#lib/worker/serve.ts'
import { DESCRIPTION_LIMITS, PAGE_LIMITS } from './limits.ts'
import { render } from './render.ts'

/* The process that renders Markdown for the web app (server.ts). */

const inputSchema = z.object({ text: z.string(), of: z.enum(['description', 'page']) })

// The first text costs several times as much as the next one; it should not be a visitor's.
for (let round = 0; round < 20; round += 1) {
  render('# a\n\n- *b* [c](https://d.example)\n- `e`\n\n> f\n\n| g |\n| - |\n| h |')
}

serve({
  render: (input) => {
    const { text, of } = inputSchema.parse(input)
    return render(text, of === 'page' ? PAGE_LIMITS : DESCRIPTION_LIMITS)
  },
})
