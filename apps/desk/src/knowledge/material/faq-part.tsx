import type { DeskTree } from '@podmoga/contract/desk/knowledge'
import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { Select } from '@podmoga/ui/select/select'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import styles from '../editor/editor.module.css'
import { setFaq, TREE_KEY } from '../knowledge.api.ts'
import { EDITOR } from '../knowledge.texts.ts'
import { faqOf } from '../tree/tree.ts'

/** Whether a material is a frequent question, and its position. */
export function FaqPart({ material_id, tree }: { material_id: string; tree: DeskTree }) {
  const { call } = useScope()
  /** The requested order, shown optimistically until the tree is refetched. */
  const [wanted, setWanted] = useState<readonly string[] | null>(null)
  // If somebody else changed the list first, the refetch shows the position in their list.
  const { run } = useSubmit({ refreshes: [TREE_KEY], toast: EDITOR.faq_failed })
  const isBusy = wanted !== null
  const ids = wanted ?? faqOf(tree).map(({ id }) => id)
  const at = ids.indexOf(material_id)
  const others = ids.filter((id) => id !== material_id)
  const put = async (materials: string[]) => {
    setWanted(materials)
    const now = faqOf(tree).map(({ id }) => id)
    await run(() => setFaq(call, materials, now))
    setWanted(null)
  }
  return (
    <div className={styles.part}>
      <Checkbox
        checked={at >= 0}
        disabled={isBusy}
        onChange={(event) => void put(event.target.checked ? [...others, material_id] : others)}
      >
        {EDITOR.faq}
      </Checkbox>
      {at >= 0 && (
        <Select
          className={styles.wide}
          label={EDITOR.faq_place}
          disabled={isBusy}
          value={String(at)}
          options={ids.map((_id, index) => ({ key: String(index), name: `${index + 1} из ${ids.length}` }))}
          onChange={(event) => {
            const to = Number(event.target.value)
            void put([...others.slice(0, to), material_id, ...others.slice(to)])
          }}
        />
      )}
    </div>
  )
}
