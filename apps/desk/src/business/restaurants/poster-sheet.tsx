import { QrCode } from '@podmoga/ui/qr-code/qr-code'
import { POSTER } from '../joining/joining.texts.ts'
import sheet from './poster.module.css'

/** The printed poster: an A4 sheet in black and white, in any theme. */
export function PosterSheet({
  business,
  restaurant,
  link,
}: {
  business: string
  restaurant: string
  link: string
}) {
  return (
    <section className={sheet.sheet} aria-label={`${POSTER.preview}: ${restaurant}`}>
      <p className={sheet.business}>{business}</p>
      <p className={sheet.restaurant}>{restaurant}</p>
      <p className={sheet.head}>{POSTER.head}</p>
      <QrCode text={link} label={POSTER.qr} />
      <p className={sheet.text}>{POSTER.text}</p>
      <ol className={sheet.steps}>
        {POSTER.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  )
}
