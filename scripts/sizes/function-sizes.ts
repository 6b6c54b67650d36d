// Measures the lines of each function with a parser, since a regular expression cannot find functions.
import { parseSync } from '@swc/core'

const FUNCTIONS = new Set([
  'ArrowFunctionExpression',
  'ClassMethod',
  'Constructor',
  'FunctionDeclaration',
  'FunctionExpression',
  'GetterProperty',
  'MethodProperty',
  'PrivateMethod',
  'SetterProperty',
])

interface Node {
  type?: string
  span?: { start: number; end: number }
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Returns every function of a TypeScript file, nested ones too: its first line, from 1, and its number of lines. */
export const functionsOf = (text: string, isTsx: boolean): { line: number; lines: number }[] => {
  const bytes = Buffer.from(text)
  const ends = Array.from(bytes, (byte, at) => (byte === 10 ? at : -1)).filter((at) => at >= 0)
  // Spans are byte offsets from 1.
  const lineAt = (offset: number): number => ends.filter((end) => end < offset - 1).length + 1
  const found: { line: number; lines: number }[] = []
  const walk = (value: unknown): void => {
    if (!isNode(value)) return
    const { type, span } = value
    if (type !== undefined && span !== undefined && FUNCTIONS.has(type)) {
      const line = lineAt(span.start)
      found.push({ line, lines: lineAt(span.end) - line + 1 })
    }
    Object.values(value).forEach(walk)
  }
  walk(parseSync(text, { syntax: 'typescript', tsx: isTsx, target: 'es2024' }).body)
  return found
}
