import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { EventFields } from '#components/programs/event-fields.tsx'
import messages from '#messages/en.json' with { type: 'json' }

it('the events of a publisher are check boxes, of which those that are chosen are ticked', () => {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <EventFields id="x" chosen={['release']} error="Choose one." />
    </NextIntlClientProvider>,
  )
  const boxes = [...html.matchAll(/<input[^>]*value="(\w+)"[^>]*>/g)]
  const ticked = boxes.filter(([tag]) => tag.includes('checked')).map(([, value]) => value)
  expect([boxes.map(([, value]) => value), ticked]).toEqual([
    ['push', 'release', 'workflow_dispatch', 'schedule'],
    ['release'],
  ])
  expect(html).toContain('<fieldset class="space-y-1.5" aria-describedby="x-error x-help">')
  expect(html).toContain('Choose one.')
})
