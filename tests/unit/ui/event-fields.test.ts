import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { EventFields } from '#components/auth/programs/event-fields.tsx'

const labels = {
  title: 'Started by',
  help: 'Others get no token.',
  push: 'a tag',
  release: 'a release',
  workflow_dispatch: 'a person',
  schedule: 'a schedule',
}

it('the events of a publisher are check boxes, of which those that are chosen are ticked', () => {
  const props = { id: 'x', chosen: ['release'] as const, labels, error: 'Choose one.' }
  const html = renderToStaticMarkup(createElement(EventFields, props))
  const boxes = [...html.matchAll(/<input[^>]*value="(\w+)"[^>]*>/g)]
  const ticked = boxes.filter(([tag]) => tag.includes('checked')).map(([, value]) => value)
  expect([boxes.map(([, value]) => value), ticked]).toEqual([
    ['push', 'release', 'workflow_dispatch', 'schedule'],
    ['release'],
  ])
  expect(html).toContain('<fieldset class="space-y-1.5" aria-describedby="x-error x-help">')
  expect(html).toContain('Choose one.')
})
