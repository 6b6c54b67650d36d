// Loaded into a test run by record-statements.ts: records each new statement sent to the database, with its values.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { Exchange } from '@podmoga/sql/exchange'

const file = join(process.env.PODMOGA_RECORD ?? '', `${process.pid}.jsonl`)
const known = new Set<string>()
const { submit } = Exchange.prototype

Exchange.prototype.submit = function (to) {
  const { text, values } = this as unknown as { text: string; values: readonly (string | Buffer | null)[] }
  if (!known.has(text)) {
    known.add(text)
    const plain = values.map((value) => (Buffer.isBuffer(value) ? { hex: value.toString('hex') } : value))
    appendFileSync(file, `${JSON.stringify({ text, values: plain })}\n`)
  }
  submit.call(this, to)
}
