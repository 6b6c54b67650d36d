import type { DeskTree } from '@podmoga/contract/desk/knowledge'
import type { DeskFile, DeskMaterial, DraftProblem } from '@podmoga/contract/desk/materials'
import { FILE_EXTENSIONS, PICTURE_EXTENSIONS } from '@podmoga/contract/limits'
import { Button } from '@podmoga/ui/button/button'
import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { splitByAccept, unfitText } from '@podmoga/ui/file-drop/accept'
import { FileChip } from '@podmoga/ui/file-row/file-chip'
import { IconButton } from '@podmoga/ui/icon-button/icon-button'
import { Picker } from '@podmoga/ui/picker/picker'
import { Select } from '@podmoga/ui/select/select'
import { toast } from '@podmoga/ui/toast/toast'
import { explain, isRefusal } from '@podmoga/web/explain'
import { ImageUp, Paperclip, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { usePlace } from '../lib/place.tsx'
import { AlsoAskedPart } from './also-asked-part.tsx'
import styles from './editor.module.css'
import { setFaq } from './knowledge.api.ts'
import { EDITOR } from './knowledge.texts.ts'
import { uploadCover, uploadFile } from './material.api.ts'
import { Problems } from './problems.tsx'
import { faqOf, placeOf } from './tree.ts'
import type { DraftText } from './use-material-draft.ts'
import type { TreeDeeds } from './use-tree-deeds.ts'

interface SettingsPaneProps {
  material: DeskMaterial
  tree: DeskTree | undefined
  deeds: TreeDeeds
  draft: DraftText
  problems: readonly DraftProblem[]
  onChange: (news: Partial<DraftText>) => void
}

const LAST = 100_000

/** A button that opens the browser's choice of a file. */
function UploadButton(props: {
  label: string
  icon: ReactNode
  accept: readonly string[]
  onFile: (file: File) => Promise<void>
}) {
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    const { unfit } = splitByAccept([file], props.accept)
    if (unfit.length > 0) {
      toast.danger({ title: EDITOR.upload_failed, text: unfitText(unfit, props.accept) })
      return
    }
    setBusy(true)
    try {
      await props.onFile(file)
    } catch (error) {
      toast.danger({ title: EDITOR.upload_failed, text: explain(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={props.label}
        accept={props.accept.join(',')}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          void take(file)
        }}
      />
      <Button
        variant="secondary"
        size="s"
        icon={props.icon}
        isPending={isBusy}
        onClick={() => input.current?.click()}
      >
        {props.label}
      </Button>
    </>
  )
}

function FaqPart({ material_id, tree, deeds }: { material_id: string; tree: DeskTree; deeds: TreeDeeds }) {
  const { call } = usePlace()
  /** Where it is being put: shown at once, long before the tree comes back. */
  const [wanted, setWanted] = useState<readonly string[] | null>(null)
  const isBusy = wanted !== null
  const ids = wanted ?? faqOf(tree).map(({ id }) => id)
  const at = ids.indexOf(material_id)
  const others = ids.filter((id) => id !== material_id)
  const put = async (materials: string[]) => {
    setWanted(materials)
    try {
      await setFaq(
        call,
        materials,
        faqOf(tree).map(({ id }) => id),
      )
      await deeds.refresh()
    } catch (error) {
      toast.danger({ title: 'Не удалось изменить', text: explain(error) })
      // Somebody else was first: the place shown becomes the one in their list.
      if (isRefusal(error, 'stale_draft')) await deeds.refresh()
    } finally {
      setWanted(null)
    }
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

/** What belongs to a material beside its text: place, cover, files, frequent question; and what readers said of it. */
export function SettingsPane({ material, tree, deeds, draft, problems, onChange }: SettingsPaneProps) {
  const { call } = usePlace()
  const place = tree === undefined ? null : placeOf(tree, material.id)
  const places = (tree?.sections ?? []).flatMap((section) =>
    section.subcategories.map(({ id, name }) => ({ key: id, name: `${section.name} › ${name}` })),
  )
  const without = (file: DeskFile) => draft.files.filter(({ id }) => id !== file.id)
  return (
    <aside className={styles.settings} aria-label={EDITOR.settings}>
      <Problems title={EDITOR.problems} problems={problems} />
      <Picker
        label={EDITOR.section}
        items={places}
        value={place?.subcategory.id ?? material.subcategory.id}
        onChange={(id) =>
          void deeds.move({ level: 'material', id: material.id }, { parent_id: id, position: LAST })
        }
      />
      {tree !== undefined && <FaqPart material_id={material.id} tree={tree} deeds={deeds} />}
      <AlsoAskedPart material={material} />
      <div className={styles.part}>
        <h2 className="t-h3">{EDITOR.cover}</h2>
        {draft.cover && <img src={draft.cover.url} alt="" className={styles.cover} />}
        <UploadButton
          label={draft.cover ? EDITOR.change_cover : EDITOR.add_cover}
          icon={<ImageUp size={18} aria-hidden />}
          accept={PICTURE_EXTENSIONS}
          onFile={async (file) => onChange({ cover: await uploadCover(call, material.id, file) })}
        />
        {draft.cover && (
          <Button variant="ghost" size="s" onClick={() => onChange({ cover: null })}>
            {EDITOR.remove_cover}
          </Button>
        )}
      </div>
      <div className={styles.part}>
        <h2 className="t-h3">{EDITOR.files}</h2>
        {draft.files.length === 0 ? (
          <p className="t-small t-muted">{EDITOR.no_files}</p>
        ) : (
          <ul className={styles.wide}>
            {draft.files.map((file) => (
              <li key={file.id} className={styles.fileLine}>
                <FileChip href={file.url} name={file.file_name} size={file.size} />
                <IconButton
                  label={`Удалить ${file.file_name}`}
                  onClick={() => onChange({ files: without(file) })}
                >
                  <X size={18} aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        <UploadButton
          label={EDITOR.add_file}
          icon={<Paperclip size={18} aria-hidden />}
          accept={FILE_EXTENSIONS}
          onFile={async (file) => {
            const stored = await uploadFile(call, material.id, file)
            onChange({ files: [...draft.files, stored] })
          }}
        />
      </div>
      <p className="t-small t-muted">
        {EDITOR.helped}: {material.helpful} · {EDITOR.not_helped}: {material.not_helpful}
      </p>
    </aside>
  )
}
