import type { DeskTree } from '@podmoga/contract/desk/knowledge'
import type { DeskFile, DeskMaterial, DraftProblem } from '@podmoga/contract/desk/materials'
import { FILE_EXTENSIONS, PICTURE_EXTENSIONS } from '@podmoga/contract/fields/limits'
import { Button } from '@podmoga/ui/button/button'
import { FileChip } from '@podmoga/ui/file-row/file-chip'
import { IconButton } from '@podmoga/ui/icon-button/icon-button'
import { Picker } from '@podmoga/ui/picker/picker'
import { ImageUp, Paperclip, X } from 'lucide-react'
import { useScope } from '../../lib/scope.tsx'
import { AudiencePart } from '../audience/audience-part.tsx'
import { CarePart } from '../care/care-part.tsx'
import { dayIn } from '../care/due.ts'
import styles from '../editor/editor.module.css'
import { UploadButton } from '../editor/upload-button.tsx'
import { EDITOR } from '../knowledge.texts.ts'
import { parentsOf } from '../tree/tree.ts'
import type { TreeMutations } from '../tree/use-tree-mutations.ts'
import { AlsoAskedPart } from './also-asked-part.tsx'
import { FaqPart } from './faq-part.tsx'
import { LinksPart } from './links-part.tsx'
import { uploadCover, uploadFile } from './material.api.ts'
import { Problems } from './problems.tsx'
import type { DraftText } from './use-material-draft.ts'

interface SettingsPaneProps {
  material: DeskMaterial
  tree: DeskTree | undefined
  mutations: TreeMutations
  draft: DraftText
  problems: readonly DraftProblem[]
  onChange: (news: Partial<DraftText>) => void
}

const LAST = 100_000

/** A material's settings: subcategory, cover, files, frequent question; and readers' feedback. */
export function SettingsPane({ material, tree, draft, problems, mutations, onChange }: SettingsPaneProps) {
  const { call } = useScope()
  const parents = tree === undefined ? null : parentsOf(tree, material.id)
  const subcategories = (tree?.sections ?? []).flatMap((section) =>
    section.subcategories.map(({ id, name }) => ({ key: id, name: `${section.name} › ${name}` })),
  )
  const without = (file: DeskFile) => draft.files.filter(({ id }) => id !== file.id)
  return (
    <aside className={styles.settings} aria-label={EDITOR.settings}>
      <Problems title={EDITOR.problems} problems={problems} />
      <LinksPart materialId={material.id} />
      <Picker
        label={EDITOR.section}
        items={subcategories}
        value={parents?.subcategory.id ?? material.subcategory.id}
        onChange={(id) =>
          void mutations.move({ level: 'material', id: material.id }, { parent_id: id, position: LAST })
        }
      />
      {tree !== undefined && <FaqPart material_id={material.id} tree={tree} />}
      {tree !== undefined && (
        <CarePart material_id={material.id} tree={tree} today={dayIn(tree.zone, Date.now())} />
      )}
      {tree !== undefined && <AudiencePart material_id={material.id} business={tree.business.id} />}
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
