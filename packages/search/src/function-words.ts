import { isCyrillic, isLatin } from './tokenize.ts'
import { soundKey } from './translit.ts'

/** Words that hold a sentence together and tell nothing about what is looked for. */
const FUNCTION_WORDS = `
а без бы был была были было быть в вам вами вас ваш ваша ваше ваши вашего вашей вашем вашему вашу вдоль во вот все
весь всех где да для до его ее если есть еще же за здесь и из или им их к каждый как какая какие какой каков
какова каково каковы каком какому каких кем ко когда которая которой которые который которых кто куда ли либо мне
мной мое моего моей мой моя мои мою мы на над нам нас наш не него нее ней нет ни них но ну о об оба обо он она они
оно от откуда по под почему при про ради с сам свой своего своей свои своих свою себе себя сейчас со так также такое
такой там те тем то того той только том тому тот ту тут ты у уж уже чего чем что чтобы чье эта эти этих это этого
этой этом этому этот эту я является являются можно нужно надо нужен нужна ли бывает между через после перед
a an and are as at be by can do does for from how i in is it me my of on or the this to what when where which with
you your`

/** What people put around a question to be polite or complete. */
const POLITE_WORDS = `
пожалуйста спасибо здравствуйте здраствуйте привет добрый день вечер утро подскажите подскажи скажите скажи помогите
помоги помощь объясните объясни расскажите покажите посоветуйте хочу хотел хотела хотим хотелось могу можете можно
мочь нужна нужно проблема вопрос вопросу срочно очень делать сделать найти посмотреть узнать информация информацию
инструкция инструкцию ребята коллеги извините простите плиз please help получается получилось почему зачем никак
понять разобраться уважаемые господа пж пжл народ люди кто-нибудь знает`

const functionWords: ReadonlySet<string> = new Set(FUNCTION_WORDS.trim().split(/\s+/))
const politeWords: ReadonlySet<string> = new Set(POLITE_WORDS.trim().split(/\s+/))
const functionSounds = soundsOf(functionWords)
const politeSounds = soundsOf(politeWords)

function soundsOf(words: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(
    Array.from(words)
      .filter((word) => isCyrillic(word) && word.length > 2)
      .map(soundKey),
  )
}

/** Whether a folded word only holds a sentence together; `kak` counts as `как`. */
export function isFunctionWord(word: string): boolean {
  return functionWords.has(word) || (isLatin(word) && functionSounds.has(soundKey(word)))
}

/** Whether a folded word belongs to the frame of a question, in either alphabet. */
export function isPoliteWord(word: string): boolean {
  return politeWords.has(word) || (isLatin(word) && politeSounds.has(soundKey(word)))
}
