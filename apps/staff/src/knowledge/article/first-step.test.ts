import { expect, test } from 'vitest'
import { firstStep } from './first-step.ts'

test.each([
  ['', ''],
  [
    '<p>Сначала <em>прочтите</em>.</p><ol start="1"><li><p>Откройте «Смена»</p></li><li>Дальше</li></ol>',
    'Откройте «Смена»',
  ],
  ['<h2>Зачем</h2><p>Без&nbsp;чека нельзя &amp; точка</p>', 'Без\u00A0чека нельзя & точка'],
  ['<ol><li><img src="/x"></li></ol><p>Абзац</p>', 'Абзац'],
  ['<ol><li>Нажмите<br>«Да» &#171;&#x2014;&#187; &lt;b&gt; &what;</li></ol>', 'Нажмите «Да» «—» <b> &what;'],
  ['<ul><li>не шаг</li></ul>', ''],
])('%j', (html, step) => {
  expect(firstStep(html)).toBe(step)
})
