// How many lines each function of a file has: a parser finds them, since no pattern of text would.
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

/** Every function of a TypeScript file, nested ones too: the line it begins at, from 1, and how many it has. */
export const functionsOf = (text: string, isTsx: boolean): { line: number; lines: number }[] => {
  const bytes = Buffer.from(text)
  const ends = Array.from(bytes, (byte, at) => (byte === 10 ? at : -1)).filter((at) => at >= 0)
  // Spans count bytes from 1.
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
