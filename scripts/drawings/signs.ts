import { bare, circle, path, rect } from './parts.ts'

/** Signs, within 300 × 300 like the motifs. */
export const stop = () =>
  path('M100 24H200L276 100V200L200 276H100L24 200V100Z', { fill: 'red' }) +
  rect(70, 134, 160, 34, { ...bare, fill: 'white', r: 8 })

export const swap = () =>
  path('M40 112H236M196 66L242 112L196 158', { stroke: 'cobalt', width: 20 }) +
  path('M260 200H64M104 154L58 200L104 246', { stroke: 'amber', width: 20 })

export const tick = () =>
  circle(150, 150, 110, { fill: 'green' }) + path('M96 154L136 194L208 112', { stroke: 'white', width: 24 })
export const cross = () =>
  circle(150, 150, 110, { fill: 'red' }) +
  path('M108 108L192 192M192 108L108 192', { stroke: 'white', width: 24 })
export const wait = () =>
  circle(150, 150, 110, { fill: 'amber' }) + path('M150 84V156L196 184', { width: 18 })
