import { isCyrillic, isLatin } from './tokenize.ts'
import { soundKey } from './translit.ts'

/** Function words, which say nothing about the subject of a query. */
const FUNCTION_WORDS = `
а без бы был была были было быть в вам вами вас ваш ваша ваше ваши вашего вашей вашем вашему вашу вдоль во вот все
весь всех где да для до его ее если есть еще же за здесь и из или им их к каждый как какая какие какой каков
какова каково каковы каком какому каких кем ко когда которая которой которые который которых кто куда ли либо мне
мной мое моего моей мой моя мои мою мы на над нам нас наш не него нее ней нет ни них но ну о об оба обо он она они
оно от откуда по под почему при про ради с сам свой своего своей свои своих свою себе себя сейчас со так также такое
такой там те тем то того той только том тому тот ту тут ты у уж уже чего чем что чтобы чье эта эти этих это этого
этой этом этому этот эту меня тебя тебе тобой мной мною нами вами ними нему ней нее ею нём нем ими него неё
скоро хоть хотя тоже либо пока пусть лишь даже ведь вообще прямо просто типа короче значит вроде почему-то что-то кто-то
как-то где-то куда-то чё че щас ща вон вот-вот опять снова итак
я является являются можно нужно надо нужен нужна ли бывает между через после перед
a an and are as at be by can do does for from how i in is it me my of on or the this to what when where which with
you your`

/** Polite or filler words around a question. */
const POLITE_WORDS = `
пожалуйста спасибо здравствуйте здраствуйте привет добрый день вечер утро подскажите подскажи скажите скажи помогите
помоги помощь объясните объясни расскажите покажите посоветуйте хочу хотел хотела хотим хотелось могу можете можно
мочь нужна нужно проблема вопрос вопросу срочно очень делать сделать пробить пробивать пробиваю пробиваем оформить оформлять найти посмотреть узнать информация информацию
инструкция инструкцию ребята коллеги извините простите плиз please help получается получилось почему зачем никак
понять разобраться уважаемые господа пж пжл народ люди кто-нибудь знает`

/** The same for Uzbek, in both alphabets, typed without the specific Uzbek letters. */
const UZBEK_WORDS = `
qanday qanaqa nima nimaga nega kim qayer qayerda qayerga qayerdan qachon qaysi uchun bilan va ham yoki lekin agar bu
shu men sen biz siz ular meni bizda bizning bizga menga menda sizda kerak mumkin edi ekan emas hamma hali endi yana
faqat juda keyin oldin boladi bolmaydi boldi bolmayapti bolyapti qanaqadir shunda ketdi
кандай канака нима нимага нега кайер каер каерда каерга качон кайси учун билан хам еки лекин агар шу мен сен биз сиз
улар мени бизда бизнинг бизга менга менда сизда керак мумкин эди экан эмас хамма хали энди яна факат жуда кейин олдин
булади булмайди булди булмаяпти буляпти кетди`
const UZBEK_POLITE_WORDS = `
salom assalomu alaykum iltimos aytib ayting bering qilish qilaman qilamiz qilsa qilsam qilinadi qildi qildim qildik
qilay qilaymi qiladi qilib bilaman bilmayman bilmadim bilamiz салом ассалому алайкум илтимос айтинг
килиш киламан киламиз килса килинади килди килдик килай килади килиб биламан билмайман билмадим`

const functionWords: ReadonlySet<string> = new Set(`${FUNCTION_WORDS}${UZBEK_WORDS}`.trim().split(/\s+/))
const politeWords: ReadonlySet<string> = new Set(`${POLITE_WORDS}${UZBEK_POLITE_WORDS}`.trim().split(/\s+/))
const functionSounds = soundsOf(functionWords)
const politeSounds = soundsOf(politeWords)

function soundsOf(words: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(
    Array.from(words)
      .filter((word) => isCyrillic(word) && word.length > 2)
      .map(soundKey),
  )
}

/** Whether a folded word is a function word; `kak` counts as `как`. */
export function isFunctionWord(word: string): boolean {
  return functionWords.has(word) || (isLatin(word) && functionSounds.has(soundKey(word)))
}

/** Whether a folded word is a polite or filler word, in either alphabet. */
export function isPoliteWord(word: string): boolean {
  return politeWords.has(word) || (isLatin(word) && politeSounds.has(soundKey(word)))
}
