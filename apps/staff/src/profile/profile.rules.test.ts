import { describe, expect, test } from 'vitest'
import {
  addressErrors,
  codeErrors,
  emailErrors,
  nameErrors,
  newPasswordErrors,
  oldPasswordErrors,
} from './profile.rules.ts'
import { PROFILE } from './profile.texts.ts'

describe('the texts of the product, word for word', () => {
  test.each([
    [nameErrors({ first_name: '' }), { first_name: 'Необходимо указать имя' }],
    [nameErrors({ first_name: ' \u200b' }), { first_name: 'Необходимо указать имя' }],
    [nameErrors({ first_name: 'Ғофур' }), {}],
    [
      addressErrors({ country: '', region: '' }),
      { country: 'Необходимо указать страну', region: 'Необходимо выбрать регион' },
    ],
    [addressErrors({ country: 'UZ', region: '' }), { region: 'Необходимо выбрать регион' }],
    [emailErrors({ email: '' }), { email: 'Обязательное поле' }],
    [emailErrors({ email: 'a@' }), { email: 'Неверный адрес электронной почты' }],
    [emailErrors({ email: ' a@b.uz ' }), {}],
    [codeErrors({ code: '' }), { code: 'Требуется OTP-код' }],
    [codeErrors({ code: '12345' }), { code: 'OTP-код должен состоять из 6 цифр.' }],
    [codeErrors({ code: '123456' }), {}],
    [oldPasswordErrors({ old_password: '' }), { old_password: 'Необходимо ввести старый пароль.' }],
    [
      newPasswordErrors({ new_password: '', confirmation: '' }),
      { new_password: 'Введите новый пароль', confirmation: 'Подтвердите новый пароль' },
    ],
    [
      newPasswordErrors({ new_password: '1234567', confirmation: '12345678' }),
      { new_password: 'Пароль должен быть не менее 8 символов', confirmation: 'Пароли должны совпадать' },
    ],
    [newPasswordErrors({ new_password: 'восемь☕☕', confirmation: 'восемь☕☕' }), {}],
  ])('%#', (found, expected) => {
    expect(found).toEqual(expected)
  })
})

test.each([
  [1, '1 секунду'],
  [2, '2 секунды'],
  [5, '5 секунд'],
  [11, '11 секунд'],
  [21, '21 секунду'],
  [22, '22 секунды'],
  [59, '59 секунд'],
])('the countdown of %i', (seconds, text) => {
  expect(PROFILE.resend_in(seconds)).toBe(`Отправить код ещё раз через ${text}`)
})
