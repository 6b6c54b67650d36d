import type { JSONContent } from '@tiptap/core'
import { expect, test } from 'vitest'
import { linesOf, linksOf } from './doc-lines.ts'

const paragraph = (text: string, ...marks: NonNullable<JSONContent['marks']>): JSONContent => ({
  type: 'paragraph',
  content: [{ type: 'text', text, marks }],
})
const link = (attrs: Record<string, string>) => ({
  type: 'link',
  attrs: { href: null, material: null, ...attrs },
})

test('an article is read line by line', () => {
  const doc = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Касса' }] },
      { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('Раз & два')] }] },
      { type: 'picture', attrs: { src: '/x', alt: 'Чек' } },
      { type: 'video', attrs: { href: 'https://youtu.be/x', title: 'Смена' } },
      { type: 'paragraph' },
    ],
  }
  expect(linesOf(doc).map(({ text }) => text)).toEqual([
    'Касса',
    'Раз & два',
    '[Картинка: Чек]',
    '[Видео: Смена]',
  ])
})

test('links are told once, materials by their ids', () => {
  const outside = link({ href: 'https://x.uz/?a=1&b=2' })
  const doc = {
    type: 'doc',
    content: [
      paragraph('а', link({ material: '7', href: '/1/section/2/material/7' })),
      paragraph('б', outside),
      paragraph('в', outside),
      { type: 'video', attrs: { href: 'https://youtu.be/x', title: 'Смена' } },
    ],
  }
  expect(linksOf(doc)).toEqual(['material:7', 'https://x.uz/?a=1&b=2', 'https://youtu.be/x'])
})
