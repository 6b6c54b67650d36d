export const label = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', ' ')

export const metric = (
  name: string,
  type: 'counter' | 'gauge' | 'histogram',
  help: string,
  lines: readonly string[],
): string => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n')

export const gauge = (name: string, help: string, value: number): string =>
  metric(name, 'gauge', help, [`${name} ${value}`])

/** A Prometheus sample: name, optional labels, value. */
const SAMPLE = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/i

/**
 * Merges the Prometheus texts of several processes: each sample gets a label with its process number, and all samples of one
 * metric are grouped under one HELP and TYPE.
 */
export const joinMetrics = (texts: ReadonlyMap<number, string>): string => {
  const metrics = new Map<string, { head: string[]; samples: string[] }>()
  for (const [number, text] of [...texts].toSorted(([a], [b]) => a - b)) {
    let metric = { head: [] as string[], samples: [] as string[] }
    for (const line of text.split('\n')) {
      const name = /^# HELP (\S+)/.exec(line)?.[1]
      if (name !== undefined) {
        metric = metrics.get(name) ?? { head: [line], samples: [] }
        metrics.set(name, metric)
      }
      const type = /^# TYPE /.test(line)
      if (type && metric.head.length === 1) metric.head.push(line)
      const [, sample, labels, value] = SAMPLE.exec(line) ?? []
      if (sample === undefined) continue
      const all = [`process="${number}"`, ...(labels === undefined ? [] : [labels])]
      metric.samples.push(`${sample}{${all.join(',')}} ${value}`)
    }
  }
  return [...metrics.values()].flatMap(({ head, samples }) => [...head, ...samples]).join('\n')
}
