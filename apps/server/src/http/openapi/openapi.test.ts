import { ENDPOINTS } from '@podmoga/contract/all'
import { describe, expect, it } from 'vitest'
import { openApiOf } from './openapi.ts'

const document = openApiOf(ENDPOINTS, { title: 'Подмога', url: 'https://x/api/', origin: 'https://x' })
const paths = Object.keys(document.paths)
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

const isTemplate = (segment: string): boolean => segment.startsWith('{')

/**
 * Returns true if some URL matches both paths and neither is more specific (has literals wherever the other has parameters):
 * OpenAPI has no rule for that case.
 */
const isAmbiguous = (one: string, other: string): boolean => {
  const [first, second] = [one.split('/'), other.split('/')]
  if (first.length !== second.length) return false
  const pairs = first.map((segment, at) => [segment, second[at] ?? ''] as const)
  if (pairs.some(([a, b]) => !isTemplate(a) && !isTemplate(b) && a !== b)) return false
  const isNarrower = (a: 0 | 1, b: 0 | 1) =>
    pairs.every((pair) => !isTemplate(pair[a]) || isTemplate(pair[b]))
  return isNarrower(0, 1) === isNarrower(1, 0)
}

describe('OpenAPI', () => {
  it('says of every operation what opens it: a public one has an empty list', () => {
    const open = operations.filter(({ operation }) => operation.security.length === 0)
    const names = ENDPOINTS.filter(({ auth }) => auth === 'public').map(({ name }) => name)
    expect(open.map(({ operation }) => operation.operationId).toSorted()).toEqual(
      [...names, 'openFile'].toSorted(),
    )
    const schemes = Object.keys(document.components.securitySchemes as object)
    for (const { operation } of operations)
      for (const scheme of operation.security.flatMap((one) => Object.keys(one)))
        expect(schemes).toContain(scheme)
  })

  it('has no two paths that one address could be of', () => {
    expect(isAmbiguous('/a/{x}/b/', '/a/c/{y}/')).toBe(true)
    expect(isAmbiguous('/a/{x}/', '/a/{y}/')).toBe(true)
    expect(isAmbiguous('/a/{x}/', '/a/mine/')).toBe(false)
    const found = paths.flatMap((one, at) =>
      paths.slice(at + 1).flatMap((other) => (isAmbiguous(one, other) ? [`${one} ${other}`] : [])),
    )
    expect(found).toEqual([])
  })

  it('names each operation once, and declares exactly the parameters of its path', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { path, operation } of operations) {
      const declared = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name)
      const used = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect([operation.operationId, ...declared.toSorted()]).toEqual([
        operation.operationId,
        ...used.toSorted(),
      ])
    }
  })

  it('refers to nothing that is not there', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, to = '']) => to,
    )
    const targets = new Set(references)
    expect(targets.size).toBeGreaterThan(0)
    for (const target of targets) {
      const found = target
        .split('/')
        .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document)
      expect([target, found]).toEqual([target, expect.anything()])
    }
  })
})
