import { plural } from '@podmoga/contract/fields/plural'
import { quoted } from '@podmoga/contract/fields/quoted'
import type { Db, TransactionSql } from '@podmoga/sql/sql'
import type { Every } from '../../background/background.ts'
import type { Deps } from '../../deps.ts'
import type { EditorCalls } from '../../ports/domains/editor-calls.ts'
import type { Letters, LinkLetter } from '../../ports/domains/letters.ts'
import {
  type DueRow,
  listDueBusinesses,
  listRecipients,
  type Recipient,
  takeDueChecks,
} from './notices.sql.ts'

const LOOK_MS = 60_000
const TICK_MS = 5000
const LETTER_LIVES_MS = 3 * 24 * 3_600_000
/** Maximum number of titles in a letter; the others are only counted. */
const NAMED = 10

/** How editors are notified: by browser notices if they have enabled them, else by mail. */
interface EditorMeans {
  signals: EditorCalls
  letters: Letters
}

interface Notice {
  kind: 'review' | 'reviewed' | 'due'
  material_id: string
  title: string
  word: string
  /** Lines of the letter. */
  lines: readonly string[]
  amount?: number
}

/** Last line of a letter: why it was sent, and how to stop receiving such letters. */
const LAST =
  'Письмо пришло, потому что вы редактор базы знаний. Тому, кого зовёт браузер рабочего места, писем о материалах нет.'

const letterOf = (
  { kind, material_id, title, word, lines, amount = 1 }: Notice,
  public_url: string,
): LinkLetter => {
  const isList = kind === 'due' || amount > 1
  return {
    subject: isList ? word : `${word}: ${quoted(title)}`,
    lines,
    link: `${public_url}/desk/kb/${isList ? 'due' : material_id}`,
    label: isList ? 'Открыть список' : 'Открыть материал',
    last: LAST,
  }
}

/** Notifies editors of reviews and re-checks, in the transaction of the change; each once, by one channel. */
export const makeEditorNotifier = ({ clock, config }: Deps, { signals, letters }: EditorMeans) => {
  const notify = async (tx: Db, to: readonly Recipient[], notice: Notice): Promise<void> => {
    if (to.length === 0) return
    const { kind, material_id, word, amount = 1 } = notice
    const now = clock.now()
    const event = `${kind} ${material_id} ${now.getTime()}`
    const call = { kind, material_id, word, event, amount }
    const called = await signals.callEditors(
      tx,
      to.map(({ id }) => id),
      call,
    )
    if (letters.closed() !== null) return
    const letter = letterOf(notice, config.public_url)
    for (const { id: person_id, email } of to)
      if (email !== null && !called.has(person_id))
        await letters.put(tx, { person_id, email }, letter, new Date(now.getTime() + LETTER_LIVES_MS))
  }

  const over = (tx: Db, material_id: string) =>
    signals.readCalls(tx, { material_id, kinds: ['review'], person_id: null })

  return {
    wake: () => {
      signals.wake()
      letters.wake()
    },

    /** A text waits for review. Editors who could already decide on the text that waited before are not notified again. */
    asked: async (
      tx: Db,
      of: { business_id: string; material_id: string; title: string; by: string },
      own: { now: readonly (string | null)[]; before: readonly (string | null)[] | null },
    ): Promise<void> => {
      const recipients = (await listRecipients(tx, of.business_id)).filter(
        ({ id }) => !own.now.includes(id) && (own.before?.includes(id) ?? true),
      )
      await notify(tx, recipients, {
        kind: 'review',
        ...of,
        word: waitWord(1),
        lines: [`${of.by} просит проверить ${quoted(of.title)}.`],
      })
    },

    /** An import has sent several texts to review: one notice for all of them. */
    imported: async (
      tx: Db,
      of: { business_id: string; by: string; materials: readonly { material_id: string; title: string }[] },
    ): Promise<void> => {
      const editors = (await listRecipients(tx, of.business_id)).filter(({ id }) => id !== of.by)
      const [first] = of.materials
      if (first === undefined) return
      const amount = of.materials.length
      const lines = ['Пришли импортом:', ...titleLines(of.materials)]
      await notify(tx, editors, { kind: 'review', ...first, word: waitWord(amount), lines, amount })
    },

    /** The review has ended: withdraws its browser notices. */
    over,

    /** A review was decided: notifies its sender and its author. */
    decided: async (
      tx: Db,
      of: { business_id: string; material_id: string; title: string },
      how: { authors: readonly (string | null)[]; word: string; lines: readonly string[] },
    ): Promise<void> => {
      await over(tx, of.material_id)
      const authors = (await listRecipients(tx, of.business_id)).filter(({ id }) => how.authors.includes(id))
      await notify(tx, authors, { kind: 'reviewed', ...of, ...how })
    },

    /** Re-checks are due: notifies the owner of each material, or all editors if it has none. */
    due: async (tx: TransactionSql, business_id: string): Promise<void> => {
      const rows = await takeDueChecks(tx, { business_id, now: clock.now() })
      const editors = await listRecipients(tx, business_id)
      const isThere = (id: string | null) => editors.some((editor) => editor.id === id)
      for (const editor of editors) {
        const own = rows.filter(({ owner_id }) => (isThere(owner_id) ? owner_id === editor.id : true))
        const [first] = own
        if (first === undefined) continue
        const word = `Пора перечитать: ${own.length} ${plural(own.length, ['материал', 'материала', 'материалов'])}`
        const { material_id, title } = first
        await notify(tx, [editor], {
          kind: 'due',
          material_id,
          title,
          word,
          lines: dueLines(own),
          amount: own.length,
        })
      }
    },
  }
}
export type EditorNotifier = ReturnType<typeof makeEditorNotifier>

const waitWord = (amount: number): string =>
  amount === 1
    ? 'Материал ждёт вашей проверки'
    : `${amount} ${plural(amount, ['материал ждёт', 'материала ждут', 'материалов ждут'])} вашей проверки`

const dueLines = (rows: readonly DueRow[]): string[] => [
  'Сегодня пора проверить, верно ли ещё написанное:',
  ...titleLines(rows),
]

const titleLines = (rows: readonly { title: string }[]): string[] => {
  const more = rows.length - NAMED
  return [...rows.slice(0, NAMED).map(({ title }) => quoted(title)), ...(more > 0 ? [`и ещё ${more}.`] : [])]
}

/** Sends notices of due re-checks, from the morning on. An error in one business does not stop the others. */
export const notifyDue = ({ sql, clock }: Pick<Deps, 'sql' | 'clock'>, notifier: EditorNotifier): Every => ({
  ms: LOOK_MS,
  tick_ms: TICK_MS,
  run: async () => {
    const failures: unknown[] = []
    for (const business_id of await listDueBusinesses(sql, clock.now()))
      await sql
        .begin((tx) => notifier.due(tx, business_id))
        .then(notifier.wake)
        .catch((error) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  },
})
