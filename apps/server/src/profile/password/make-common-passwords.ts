// Generates common-passwords.txt.br (one per line, compressed): the passwords that people choose first and attackers
// try first, at least 8 characters long. Run after a change: node
// apps/server/src/profile/password/make-common-passwords.ts
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const MIN = 8

const ROWS = [
  '1234567890-=',
  'qwertyuiop[]',
  "asdfghjkl;'",
  'zxcvbnm,./',
  'йцукенгшщзхъ',
  'фывапролджэ',
  'ячсмитьбю.',
]
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz'

const reversed = (text: string): string => [...text].reverse().join('')

/** Every run of 8 to 12 adjacent keys, in both directions. */
const runs = (row: string): string[] => {
  const found: string[] = []
  for (const line of [row, reversed(row)])
    for (let size = MIN; size <= Math.min(12, line.length); size += 1)
      for (let from = 0; from + size <= line.length; from += 1) found.push(line.slice(from, from + size))
  return found
}

const WALKS =
  `1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6y7u q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 1qaz2wsx 1qaz2wsx3edc
1qazxsw2 1qazxsw23edc 2wsx3edc qazwsxedc qazwsxedcrfv qazxswedc zaq12wsx zaq1xsw2 zaq1zaq1 qaz123wsx qwe123qwe
qweasdzxc qweasdzxc123 qwerty12 asdzxcqwe asdfqwer qwerasdf qwer1234 1234qwer asdf1234 zxcv1234 1234asdf qwe12345
123qweasd 123qwe123 123qweasdzxc 1qwerty1 q2w3e4r5 qwertyasdf qwertyzxcv zxcvasdf asdfghjk1 qwertqwert asdfasdf qweqweqwe
qweqwe123 zxczxczxc asdasdasd asd123asd йцу123йцу йцукен12 йцукен123 йцукенгш1 фывапрол1 фывфывфыв йцуйцуйцу
1й2ц3у4к 1й2ц3у4к5е й1ц2у3к4 йцуфывячс фывапрйцукен ячсмитьячсмить 1йфя2цыч йфяцычувс qазwsx12 987654321q q987654321
123456789q q123456789 123456789a a123456789 12345678a a12345678 1234567q q1234567 1234567a 12345qwert 12345qwerty
qwerty123456 123456qwerty 12345678q 123456789qwe 123456qwe qwe123456 123456abc abc123456 abc12345 abcd1234 abcd12345
1234abcd a1b2c3d4 a1b2c3d4e5 1a2b3c4d 1a2b3c4d5e aa123456 aa12345678 aaa12345 q12345678 z1234567 zxc12345 zx123456`.split(
    /\s+/,
  )

const WORDS =
  `password passw0rd p@ssword p@ssw0rd passwort pass pass1 parol parol1 paroli parolim qwerty qwert qwe asdf asdfgh
zxcvbn zxcvbnm zxcv admin administrator root user test guest demo login welcome hello letmein iloveyou loveyou love
sunshine princess monkey dragon master shadow superman batman football baseball basketball hockey soccer liverpool
chelsea arsenal barcelona realmadrid juventus spartak zenit pakhtakor bunyodkor michael jennifer jordan michelle
daniel andrew alexander alex sasha masha natasha nastya anastasia dasha maria marina elena lena olga irina ivan
dmitry dima sergey serega andrey maxim maksim nikita vladimir vladik artem roman denis anton oleg igor viktor
viktoria victoria kristina karina diana kamila malika aziza nigora dilnoza gulnora shahnoza nodira madina zarina
timur rustam jasur sardor sherzod bekzod aziz otabek ulugbek jamshid farrukh farhod bobur temur alisher ravshan
muhammad mohammed abdulla islam allah bismillah samsung iphone nokia apple google yandex mail gmail facebook
instagram telegram whatsapp windows computer internet minecraft roblox counter dota stalker naruto pokemon starwars
matrix freedom whatever trustno1 secret ninja mustang ferrari porsche mercedes toyota honda chevrolet nexia matiz
spark lacetti cobalt gentra malibu tracker killer hunter ranger soldier angel devil money dollar number summer
winter spring autumn monday friday sunday january february october november december flower cookie pepper banana
orange cherry chocolate coffee pizza burger kebab plov lagman samsa shashlik chaikhana choyxona restaurant restoran
kitchen waiter cashier kassa kassir menu oshpaz somsa tashkent toshkent samarkand samarqand bukhara buxoro andijan
andijon namangan fergana fargona nukus navoiy termez urgench khiva uzbekistan ozbekiston moscow moskva russia rossiya
kazakhstan almaty astana bishkek dushanbe podmoga pomosh support helpdesk office company business service changeme
default temp temporary newpass newpassword mypassword mypass access system server oracle cisco manager director
boss marketing privet zdravstvuy solnyshko solnce lyubov zaika kotik koshka sobaka krasota mamochka mama papa babushka
druzhba schastye udacha gfhjkm ghbdtn yfnfif cfif vfif k.,jdm gjvjom lheu rjirf cj,frf vfvf
пароль пасворд парол логин привет здравствуйте любовь люблю солнышко солнце зайка котик котёнок кошка собака мама
мамочка папа бабушка дедушка наташа саша маша настя даша мария марина елена лена ольга ирина иван дмитрий дима сергей
андрей максим никита владимир артём роман денис антон олег игорь виктор виктория кристина диана азиза тимур рустам
бахтиёр малика мадина москва россия ташкент самарканд бухара узбекистан казахстан спартак зенит пахтакор футбол
хоккей администратор админ тест доступ компьютер интернет работа начальник директор менеджер официант касса кассир
повар кухня ресторан кафе чайхана плов лагман самса шашлык меню заказ смена подмога помощь поддержка секрет свобода
счастье удача деньги весна лето осень зима дракон ангел король королева принцесса красота цветок ромашка йцукен фыва
ячсмить`.split(/\s+/)

const TAILS = '1 12 123 1234 12345 123456 321 007 111 777 11 qwe'.split(' ')

const YEARS = Array.from({ length: 2030 - 1975 }, (_, at) => String(1975 + at))
/** Words to combine with every year: names of businesses and the like. */
const DATED =
  `password parol podmoga restaurant restoran uzbekistan tashkent toshkent samarkand qwerty admin welcome
пароль подмога ресторан ташкент узбекистан самарканд кафе чайхана привет любовь`.split(/\s+/)
const RECENT = YEARS.filter((year) => Number(year) >= 2023 && Number(year) <= 2028)

const repeated = (): string[] => {
  const found: string[] = []
  for (const letter of '0123456789abcdefghijklmnopqrstuvwxyz')
    for (let size = MIN; size <= 12; size += 1) found.push(letter.repeat(size))
  for (let pair = 0; pair < 100; pair += 1) found.push(String(pair).padStart(2, '0').repeat(4))
  for (const part of [
    '123',
    '321',
    '111',
    '789',
    '147',
    '159',
    '456',
    '007',
    '666',
    '777',
    'abc',
    'qwe',
    'asd',
  ])
    found.push(part.repeat(3), part.repeat(4))
  for (const part of [
    '1234',
    '4321',
    '1212',
    '2580',
    '1111',
    '0000',
    '7777',
    '2000',
    '1990',
    'abcd',
    'qwer',
    'asdf',
    'love',
  ])
    found.push(part.repeat(2), part.repeat(3))
  return found
}

const numbers = (): string[] => {
  const found =
    `147258369 741852963 963852741 159357258 123654789 987654321 789456123 456789123 123123123 112233445566
11223344 1122334455 12344321 1234554321 123454321 123321123 123456654321 00112233 102030405060 10203040 01234567
012345678 0123456789 9876543210 098765432 87654321 88888888 31415926 314159265 14789632 147896325 159753456 15975346
159159159 258258258 20012001 19951995 12121212 13131313 24682468 13579246 135792468 1357924680 2468013579`.split(
      /\s+/,
    )
  for (const year of YEARS) found.push(`${year}${year}`, `0101${year}`, `01.01.${year}`, `3112${year}`)
  return found
}

const combined = (): string[] => {
  const found: string[] = []
  for (const word of WORDS) {
    found.push(word, word + word, ...TAILS.map((tail) => word + tail), ...RECENT.map((year) => word + year))
    found.push(`123${word}`, `${word}_123`, `${word}-123`)
  }
  for (const word of DATED)
    for (const year of YEARS)
      found.push(word + year, `${word}_${year}`, `${word}-${year}`, `${word}@${year}`, year + word)
  return found
}

const all = new Set(
  [...ROWS.flatMap(runs), ...runs(ALPHABET), ...WALKS, ...repeated(), ...numbers(), ...combined()].map(
    (text) => text.normalize('NFC').toLowerCase(),
  ),
)
const list = [...all].filter((text) => [...text].length >= MIN).sort()
const bytes = brotliCompressSync(list.join('\n'))
writeFileSync(join(import.meta.dirname, 'common-passwords.txt.br'), bytes)
console.log(`${list.length} passwords, ${bytes.length} bytes`)
