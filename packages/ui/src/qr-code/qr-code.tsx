import { generate } from 'lean-qr'
import { useMemo } from 'react'
import styles from './qr-code.module.css'

/** The dark modules of a QR code as one path, one unit each. */
const squaresOf = (text: string): { path: string; size: number } => {
  const code = generate(text)
  let path = ''
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`
  return { path, size: code.size }
}

/** A text as a QR code for a phone's camera; `label` is its accessible name. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => squaresOf(text), [text])
  return (
    <svg
      className={styles.qr}
      viewBox={`-2 -2 ${size + 4} ${size + 4}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}
