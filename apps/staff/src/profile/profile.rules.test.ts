import { NewPasswordTwice, typedTwice } from '@podmoga/contract/fields/new-password'
import { errorsOf } from '@podmoga/web/use-form'
import { describe, expect, test } from 'vitest'
import { AddressForm, CodeForm, EmailForm, NameForm, OldPasswordForm } from './profile.rules.ts'
import { PROFILE } from './profile.texts.ts'

const twiceErrors = (form: { new_password: string; confirmation: string }) =>
  errorsOf(NewPasswordTwice, typedTwice(form))

describe('the texts of the product, word for word', () => {
  test.each([
    [errorsOf(NameForm, { first_name: '' }), { first_name: 'Необходимо указать имя' }],
    [errorsOf(NameForm, { first_name: ' \u200b' }), { first_name: 'Необходимо указать имя' }],
    [errorsOf(NameForm, { first_name: 'Ғофур' }), {}],
    [
      errorsOf(AddressForm, { country: '', region: '' }),
      { country: 'Необходимо указать страну', region: 'Необходимо выбрать регион' },
    ],
    [errorsOf(AddressForm, { country: 'UZ', region: '' }), { region: 'Необходимо выбрать регион' }],
    [errorsOf(EmailForm, { email: '' }), { email: 'Обязательное поле' }],
    [errorsOf(EmailForm, { email: 'a@' }), { email: 'Неверный адрес электронной почты' }],
    [errorsOf(EmailForm, { email: ' a@b.uz ' }), {}],
    [errorsOf(CodeForm, { code: '' }), { code: 'Требуется OTP-код' }],
    [errorsOf(CodeForm, { code: '12345' }), { code: 'OTP-код должен состоять из 6 цифр.' }],
    [errorsOf(CodeForm, { code: '123456' }), {}],
    [errorsOf(OldPasswordForm, { old_password: '' }), { old_password: 'Необходимо ввести старый пароль.' }],
    [
      twiceErrors({ new_password: '', confirmation: '' }),
      { new_password: 'Введите новый пароль', confirmation: 'Подтвердите новый пароль' },
    ],
    [
      twiceErrors({ new_password: '1234567', confirmation: '12345678' }),
      { new_password: 'Пароль должен быть не менее 8 символов', confirmation: 'Пароли должны совпадать' },
    ],
    [twiceErrors({ new_password: 'восемь☕☕', confirmation: 'восемь☕☕' }), {}],
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
