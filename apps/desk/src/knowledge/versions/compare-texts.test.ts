import type { JSONContent } from '@tiptap/core'
import { expect, test } from 'vitest'
import type { DraftText } from '../material/draft-text.ts'
import { compareTexts } from './compare-texts.ts'

const file = (id: string) => ({
  id,
  file_name: `${id}.pdf`,
  url: `/signed/${Math.random()}`,
  content_type: 'application/pdf',
  size: 7,
  width: null,
  height: null,
})
const word = (text: string, ...marks: NonNullable<JSONContent['marks']>): JSONContent => ({
  type: 'text',
  text,
  marks,
})
const bold = { type: 'bold' }
const link = (attrs: Record<string, string | null>) => ({
  type: 'link',
  attrs: { href: null, material: null, file: null, ...attrs },
})
const paragraph = (...content: JSONContent[]): JSONContent => ({ type: 'paragraph', content })
const picture = (id: string, alt = 'Касса'): JSONContent => ({
  type: 'picture',
  attrs: { file: id, src: `/signed/${Math.random()}`, alt, width: '320', height: '240' },
})

const text = (content: JSONContent[], change: Partial<DraftText> = {}): DraftText => ({
  title: 'Касса',
  content: JSON.stringify({ type: 'doc', content }),
  cover: null,
  files: [],
  ...change,
})
const compare = (theirs: DraftText, mine: DraftText) =>
  compareTexts(theirs, mine, (content) => JSON.parse(content) as JSONContent)
const differences = (theirs: JSONContent[], mine: JSONContent[]) =>
  compare(text(theirs), text(mine)).differences

test('a cover and files are told apart by their ids, whatever their addresses are', () => {
  const one = [paragraph(word('Раз'))]
  const both = () => ({ cover: file('c1'), files: [file('f1'), file('f2')] })
  expect(compare(text(one, both()), text(one, both())).differences).toEqual([])
  expect(compare(text(one, both()), text(one)).differences).toEqual(['cover', 'files'])
  const turned = { ...both(), files: [file('f2'), file('f1')] }
  expect(compare(text(one, both()), text(one, turned)).differences).toEqual(['files'])
  expect(compare(text(one), text(one, { title: 'Бар' })).differences).toEqual(['title'])
})

test('the same words differ in markup, links and pictures, line by line', () => {
  const theirs = [
    paragraph(word('Раз '), word('два', bold)),
    { type: 'heading', attrs: { level: 2 }, content: [word('Три')] },
    paragraph(word('Четыре', link({ href: 'https://a.uz' }))),
    picture('p1'),
    paragraph(word('Пять')),
  ]
  const mine = [
    paragraph(word('Раз два')),
    { type: 'heading', attrs: { level: 3 }, content: [word('Три')] },
    paragraph(word('Четыре', link({ material: '7', href: '/7' }))),
    picture('p2'),
    paragraph(word('Пять')),
  ]
  const { lines, differences } = compare(text(theirs), text(mine))
  expect(differences).toEqual(['pictures', 'links', 'markup'])
  expect(lines.map(({ text, what }) => [text, what])).toEqual([
    ['Касса', []],
    ['Раз два', ['markup']],
    ['Три', ['markup']],
    ['Четыре', ['links']],
    ['[Картинка: Касса]', ['pictures']],
    ['Пять', []],
  ])
})

test('markup is told where the words around it differ, too', () => {
  const theirs = [paragraph(word('Их')), paragraph(word('Общее', bold))]
  expect(differences(theirs, [paragraph(word('Моё')), paragraph(word('Общее'))])).toEqual(['words', 'markup'])
  expect(differences(theirs, [paragraph(word('Моё')), paragraph(word('Общее', bold))])).toEqual(['words'])
})

test('a link that splits a bold word leaves the bold as it was', () => {
  const whole = [paragraph(word('раздва', bold))]
  const linked = [paragraph(word('раз', bold), word('два', bold, link({ material: '7' })))]
  expect(differences(whole, linked)).toEqual(['links'])
})

test('what no line shows is still a difference', () => {
  const one = [paragraph(word('Раз'))]
  expect(differences(one, [...one, { type: 'horizontalRule' }])).toEqual(['markup'])
  expect(differences(one, [paragraph(), ...one])).toEqual(['markup'])
  expect(differences([picture('p1', 'Бар')], [picture('p1', 'Зал')])).toEqual(['words'])
})

test('addresses that the server signs anew are no difference', () => {
  const html = (key: string) =>
    `<p><a data-material="7" href="/${key}">а</a></p><img data-file="p1" src="/files/${key}" alt="б">`
  const [theirs, mine] = ['one', 'two'].map((key) => ({ ...text([]), content: html(key) }))
  const doc = { type: 'doc', content: [paragraph(word('а', link({ material: '7' }))), picture('p1', 'б')] }
  expect(compareTexts(theirs ?? text([]), mine ?? text([]), () => doc).differences).toEqual([])
})
