import { Download, X, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { IconButton, IconLink } from '../icon-button/icon-button.tsx'
import { cx } from '../lib/cx.tsx'
import { useBackToClose } from '../lib/navigation.tsx'
import styles from './lightbox.module.css'
import { MAX_SCALE, useZoom } from './use-zoom.tsx'

interface LightboxProps {
  src: string
  /** File name: the accessible name of the dialog and the image's alt text. */
  name: string
  onClose: () => void
  /** Adds a download link. */
  downloadHref?: string
}

function Stage({ src, name, onClose, downloadHref }: LightboxProps) {
  const stage = useRef<HTMLDivElement>(null)
  const { view, stageProps, zoomIn, zoomOut } = useZoom(stage, onClose)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === '+' || event.key === '=') zoomIn()
    else if (event.key === '-') zoomOut()
  }
  const place = { scale: view.scale, translate: `${view.x}px ${view.y}px` }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keyboard shortcuts for the zoom buttons below
    <div onKeyDown={onKeyDown}>
      <div ref={stage} className={cx(styles.stage, view.scale > 1 && styles.zoomed)} {...stageProps}>
        <img className={styles.image} src={src} alt={name} draggable={false} style={place} />
      </div>
      <div className={styles.bar}>
        <span className={styles.name}>{name}</span>
        <IconButton className={styles.button} label="Уменьшить" disabled={view.scale <= 1} onClick={zoomOut}>
          <ZoomOut size={20} aria-hidden />
        </IconButton>
        <IconButton
          className={styles.button}
          label="Увеличить"
          disabled={view.scale >= MAX_SCALE}
          onClick={zoomIn}
        >
          <ZoomIn size={20} aria-hidden />
        </IconButton>
        {downloadHref && (
          <IconLink className={styles.button} label="Скачать" href={downloadHref} download={name}>
            <Download size={20} aria-hidden />
          </IconLink>
        )}
        <IconButton className={styles.button} label="Закрыть" autoFocus onClick={onClose}>
          <X size={20} aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}

/** A full-screen picture with up to fivefold zoom. Mount it while it is open; the focus is restored afterwards. */
export function Lightbox(props: LightboxProps) {
  useBackToClose(true, () => {
    props.onClose()
    return true
  })
  return (
    <ModalOverlay isOpen onOpenChange={(open) => !open && props.onClose()} className={styles.overlay ?? ''}>
      <Modal className={styles.modal ?? ''}>
        <Dialog className={styles.dialog ?? ''} aria-label={props.name}>
          <Stage {...props} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
