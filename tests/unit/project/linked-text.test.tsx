import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LinkedText } from '#components/project/facts.tsx'

const draw = (text: string) =>
  renderToStaticMarkup(<LinkedText text={text} />).replaceAll(/ (?:rel|class)="[^"]*"/g, '')

test('addresses in a text are links without the punctuation behind them, and break between their parts', () => {
  expect(draw('Icons (https://a.example/one/two), MIT.')).toBe(
    'Icons (<a href="https://a.example/one/two">https://a.example/<wbr/>one/<wbr/>two</a>), MIT.',
  )
  expect(draw('図案：https://a.example/b。')).toBe(
    '図案：<a href="https://a.example/b">https://a.example/<wbr/>b</a>。',
  )
})

test('nothing but a web address becomes a link', () => {
  expect(draw('javascript:alert(1) <b> a.example')).toBe('javascript:alert(1) &lt;b&gt; a.example')
})
