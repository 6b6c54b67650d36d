import { expect, test } from 'vitest'
import { invitationsCsv } from './invitations-csv.ts'

test('a name cannot become a formula, nor break its row', () => {
  const row = { id: '1', link: 'https://a.test/?key=1', expires_at: '2026-11-30T10:00:00Z', sent: false }
  const csv = invitationsCsv([{ ...row, restaurant: null, name: '=1+1"; x\ny', login: '+998901234567' }])
  const lines = csv.split('\r\n')
  expect(lines[0]).toBe('\u{feff}"Ресторан";"Имя";"Логин";"Ссылка";"Действует до"')
  expect(lines[1]).toMatch(/^"";"'=1\+1""; x\ny";"'\+998901234567";"https:\/\/a\.test\/\?key=1";"30/)
  expect(lines).toHaveLength(3)
})
