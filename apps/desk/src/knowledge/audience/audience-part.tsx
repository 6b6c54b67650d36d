import { Button } from '@podmoga/ui/button/button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import styles from '../editor/editor.module.css'
import { audienceQuery } from './audience.api.ts'
import { AUDIENCE } from './audience.texts.ts'
import { AudienceDialog } from './audience-dialog.tsx'

/** The audience of a material. */
export function AudiencePart({ material_id, business }: { material_id: string; business: string }) {
  const { call } = useScope()
  const { data: audience } = useQuery(audienceQuery(call, material_id))
  const [isOpen, setOpen] = useState(false)
  if (audience === undefined) return null
  return (
    <div className={styles.part}>
      <h2 className="t-h3">{AUDIENCE.title}</h2>
      <p>{audience.text ?? AUDIENCE.everybody}</p>
      <Button size="s" variant="secondary" onClick={() => setOpen(true)}>
        {AUDIENCE.change}
      </Button>
      {isOpen && (
        <AudienceDialog
          materialId={material_id}
          business={business}
          audience={audience}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
