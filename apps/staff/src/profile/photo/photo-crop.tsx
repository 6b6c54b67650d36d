import 'react-easy-crop/react-easy-crop.css'
import { useObjectUrl } from '@podmoga/ui/file-row/use-object-url'
import { IconButton } from '@podmoga/ui/icon-button/icon-button'
import { Minus, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import Cropper from 'react-easy-crop'
import { PROFILE } from '../profile.texts.ts'
import styles from './photo.module.css'
import type { Area } from './photo-file.ts'

const ZOOM = { min: 1, max: 4, step: 0.1 } as const

/** The round crop frame over a picture: moved by pointer or arrow keys, zoomed by wheel, pinch, slider or buttons. */
export function PhotoCrop({ file, onArea }: { file: File; onArea: (area: Area) => void }) {
  const url = useObjectUrl(file)
  const zoomId = useId()
  const [at, setAt] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState<number>(ZOOM.min)
  const step = (by: number) => setZoom(Math.min(ZOOM.max, Math.max(ZOOM.min, zoom + by)))
  return (
    <>
      <div className={styles.frame}>
        {url && (
          <Cropper
            image={url}
            crop={at}
            zoom={zoom}
            minZoom={ZOOM.min}
            maxZoom={ZOOM.max}
            aspect={1}
            cropShape="round"
            showGrid={false}
            keyboardStep={8}
            disableAutomaticStylesInjection
            mediaProps={{ alt: '' }}
            cropperProps={{ role: 'group', 'aria-label': PROFILE.crop }}
            onCropChange={setAt}
            onZoomChange={setZoom}
            onCropAreaChange={(_, area) => onArea(area)}
          />
        )}
      </div>
      <div className={styles.zoom}>
        <IconButton label={PROFILE.zoom_out} onClick={() => step(-0.5)} disabled={zoom <= ZOOM.min}>
          <Minus size={20} aria-hidden />
        </IconButton>
        <label htmlFor={zoomId} className="visually-hidden">
          {PROFILE.zoom}
        </label>
        <input
          id={zoomId}
          type="range"
          className={styles.slider}
          {...ZOOM}
          value={zoom}
          aria-valuetext={`${Math.round(zoom * 100)}%`}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
        <IconButton label={PROFILE.zoom_in} onClick={() => step(0.5)} disabled={zoom >= ZOOM.max}>
          <Plus size={20} aria-hidden />
        </IconButton>
      </div>
    </>
  )
}
