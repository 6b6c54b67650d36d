import { PERSON_FORMS } from '@podmoga/contract/fields/nouns'
import { counted } from '@podmoga/contract/fields/plural'
import { quoted } from '@podmoga/contract/fields/quoted'

export const PROVIDERS = {
  title: 'Вход через компанию',
  hint: 'Люди входят через Entra ID, Google, Okta, Keycloak или другого провайдера OpenID Connect. Пароль здесь им не нужен.',
  add: 'Добавить провайдера',
  edit: 'Изменить',
  empty: 'Провайдеров пока нет',
  redirect: 'Адрес возврата (redirect URI) — впишите его у провайдера:',
  shared: (address: string) =>
    `Пока действует прежний общий адрес ${address}. Впишите у провайдера новый и отметьте это в «Изменить»: по своему адресу чужой провайдер не выдаст себя за этот.`,
  own_redirect: 'Новый адрес возврата уже вписан у провайдера',
  redirect_next: 'Адрес возврата появится в списке, когда вы сохраните провайдера: впишите его там.',
  sign_in: 'Страница входа с этими кнопками — дайте эту ссылку сотрудникам:',
  copy: 'Скопировать',
  copied: 'Скопировано',
  on: 'Включён',
  off: 'Выключен',
  people: (count: number) => `входили ${counted(count, PERSON_FORMS)}`,
  used: (when: string) => `последний вход ${when}`,
  newcomers: (place: string, domains: string) => `новых (${domains}) принимает в ${quoted(place)}`,
  test: 'Проверить',
  works: (name: string) => `${quoted(name)} отвечает, client id и секрет подходят`,
  remove: 'Убрать',
  remove_title: (name: string) => `Убрать ${quoted(name)}?`,
  remove_text:
    'Войти через него больше нельзя. Люди остаются: у кого нет пароля, тому пришлите ссылку для нового.',
  new_title: 'Новый провайдер',
  edit_title: 'Провайдер входа',
  name: 'Название на кнопке',
  issuer: 'Issuer',
  issuer_hint: 'Например, https://login.example.uz. Потом не меняется.',
  client_id: 'Client ID',
  client_secret: 'Секрет',
  secret_hint: 'Пусто — прежний',
  is_enabled: 'Включён: кнопка видна на странице входа',
  creates: 'Принимать новых сотрудников без приглашения',
  restaurant: 'В какой ресторан',
  pick: 'Выберите ресторан',
  domains: 'Домены почты через запятую',
  domains_hint: 'Только с такой почтой: example.uz',
} as const
