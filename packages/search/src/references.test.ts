import { describe, expect, it } from 'vitest'
import { partReferences } from './references.ts'

describe('references', () => {
  it('are the lines under «См. также», up to the next heading', () => {
    const text = 'Своё.\nСм. также\nЧужая статья\nДальше\nСнова своё.'
    expect(partReferences(text, ['См. также', 'Дальше'])).toEqual({
      own: 'Своё.\nДальше\nСнова своё.',
      references: 'См. также\nЧужая статья',
    })
  })

  it('are phrases that send the reader elsewhere', () => {
    const parted = partReferences('Закройте смену. Подробнее см. в разделе Отчёты за день. Готово.', [])
    expect(parted.references).toContain('Отчёты за день')
    expect(parted.own).toMatch(/^Закройте смену\..*Готово\.$/)
  })

  it('are the texts of links to other materials', () => {
    expect(
      partReferences('Сначала закройте смену. Потом домой.', [], ['закройте смену', 'нет такой']),
    ).toEqual({
      own: 'Сначала  . Потом домой.',
      references: 'закройте смену',
    })
  })

  it('leave a text without pointers alone', () => {
    expect(partReferences('Просто текст.', [])).toEqual({ own: 'Просто текст.', references: '' })
  })
})
