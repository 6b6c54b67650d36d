// Makes the files in ../words: the word forms of Russian and their frequencies.
//   node packages/search/tools/make-data.ts DICTIONARY FREQUENCIES
// DICTIONARY is the unpacked npm package dictionary-ru (index.aff, index.dic); FREQUENCIES is content/2018/ru/ru_50k.txt
// of github.com/hermitdave/FrequencyWords. Both are named in ../words/NOTICE.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Bloom } from '../src/bloom.ts'
import { stem } from '../src/stem.ts'

const [dictionary = '', frequencies = ''] = process.argv.slice(2)
const DATA = join(import.meta.dirname, '../words')

const fold = (word: string): string => word.toLowerCase().replaceAll('ё', 'е')

type Rule = { cut: string; put: string; where: RegExp }

function readRules(): Map<string, Rule[]> {
  const rules = new Map<string, Rule[]>()
  for (const line of readFileSync(join(dictionary, 'index.aff'), 'utf8').split('\n')) {
    const [kind, flag = '', cut = '', put = '', where] = line.trim().split(/\s+/)
    if (kind !== 'SFX' || where === undefined) continue
    const rule = { cut: cut === '0' ? '' : cut, put: put === '0' ? '' : put, where: new RegExp(`${where}$`) }
    rules.set(flag, [...(rules.get(flag) ?? []), rule])
  }
  return rules
}

/** Every form of every word of the dictionary, folded. */
function readForms(): Set<string> {
  const rules = readRules()
  const forms = new Set<string>()
  for (const line of readFileSync(join(dictionary, 'index.dic'), 'utf8').split('\n').slice(1)) {
    const [word = '', flags = ''] = line.trim().split('/')
    if (word === '') continue
    forms.add(fold(word))
    for (const flag of flags)
      for (const { cut, put, where } of rules.get(flag) ?? [])
        if (word.endsWith(cut) && where.test(word))
          forms.add(fold(word.slice(0, word.length - cut.length) + put))
  }
  return forms
}

/** The minimum number of bits per word, for about 3 false positives in 1000. */
const BITS_PER_WORD = 10

const forms = readForms()
let bytes = 1
while (bytes * 8 < forms.size * BITS_PER_WORD) bytes *= 2
writeFileSync(join(DATA, 'words.bloom'), Bloom.of(forms, bytes).bytes)
console.log(`${forms.size} forms in ${bytes} bytes, ${((bytes * 8) / forms.size).toFixed(1)} bits each`)

/** Stems rarer than two in a million words are left out. */
const RAREST = 2e-6

const counts = new Map<string, number>()
let total = 0
for (const line of readFileSync(frequencies, 'utf8').split('\n')) {
  const [word = '', count = '0'] = line.split(' ')
  total += Number(count)
  if (/^[а-яё]+$/.test(word)) {
    const key = stem(fold(word))
    counts.set(key, (counts.get(key) ?? 0) + Number(count))
  }
}
// One line per band: ten times the decimal logarithm of the share, rounded, then the stems.
const lines = new Map<number, string[]>()
for (const [key, count] of counts) {
  if (count / total < RAREST) continue
  const band = Math.round(Math.log10(count / total) * 10)
  lines.set(band, [...(lines.get(band) ?? []), key])
}
const text = Array.from(lines)
  .sort(([a], [b]) => b - a)
  .map(([band, stems]) => `${band} ${stems.sort().join(' ')}`)
  .join('\n')
writeFileSync(join(DATA, 'common.txt.gz'), gzipSync(text, { level: 9 }))
console.log(`${text.split(' ').length} stems`)
