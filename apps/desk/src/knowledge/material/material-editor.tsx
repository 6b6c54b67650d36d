import type { DeskMaterial } from '@podmoga/contract/desk/materials'
import { Chip } from '@podmoga/ui/chip/chip'
import { TextField } from '@podmoga/ui/field/text-field'
import { BackLink } from '@podmoga/ui/link/back-link'
import { useState } from 'react'
import { useTitle } from '../../lib/use-title.ts'
import styles from '../editor/editor.module.css'
import { selectedAlt } from '../editor/insertions.ts'
import { startOf, TextEditor, useTextEditor } from '../editor/text-editor.tsx'
import { Toolbar } from '../editor/toolbar.tsx'
import { useEditorWork } from '../editor/use-editor-work.ts'
import { EDITOR, KB, STATES } from '../knowledge.texts.ts'
import { ReviewBar } from '../review/review-bar.tsx'
import { ScheduleBar } from '../schedule/schedule-bar.tsx'
import type { ShelvedText } from '../tree/shelf.ts'
import { ShelfBar } from '../tree/shelf-bar.tsx'
import type { DraftText } from './draft-text.ts'
import { EditorDialogs } from './editor-dialogs.tsx'
import { Preview } from './preview.tsx'
import { SaveBar } from './save-bar.tsx'
import { SettingsPane } from './settings-pane.tsx'

interface MaterialEditorProps {
  material: DeskMaterial
  /** The text was just restored from the history, where it is kept. */
  isVersion: boolean
  onTake: (theirs: DeskMaterial) => void
  onRestored: () => void
  onReload: () => void
}

const TONES = { draft: 'neutral', published: 'success', changed: 'warning' } as const

/** Editor of one material. Remounted for another one, and whenever its text is replaced from outside. */
export function MaterialEditor(props: MaterialEditorProps) {
  const { material, isVersion, onTake, onRestored, onReload } = props
  const work = useEditorWork(material, isVersion)
  const { draft, save, state, saver, change, problems, tree, mutations, shelf, ask, setAsk, isStale } = work
  const [isPreview, setPreview] = useState(false)
  const editor = useTextEditor(draft.content, {
    onChange: (content) => change({ content }),
    onPicture: (file) => setAsk({ kind: 'picture', file, alt: null }),
    onEditVideo: () => setAsk({ kind: 'video' }),
    onEditPicture: () => setAsk({ kind: 'picture', file: null, alt: selectedAlt(editor) }),
  })
  useTitle(draft.title)

  const write = ({ title, content, cover, files }: DraftText) => {
    editor.commands.setContent(startOf(content))
    change({ title, content, cover, files })
  }
  const bringBack = async (text: ShelvedText) => {
    if (await work.bringBack(text, write)) onReload()
  }
  return (
    <div className={styles.section}>
      <ShelfBar shelf={shelf} onBringBack={(text) => void bringBack(text)} />
      <div className={styles.scroll}>
        {isPreview ? (
          <Preview text={draft} />
        ) : (
          <div className={styles.paper}>
            <div className={styles.column}>
              <div className={styles.head}>
                <BackLink href="/kb">{KB.to_tree}</BackLink>
                <h1 className="visually-hidden">{draft.title}</h1>
                <Chip tone={TONES[state]}>{STATES[state]}</Chip>
              </div>
              <TextField
                label={EDITOR.title}
                value={draft.title}
                maxLength={200}
                inputClassName={styles.title}
                error={draft.title.trim() === '' ? KB.no_name : undefined}
                onChange={(event) => change({ title: event.target.value })}
              />
              <Toolbar
                editor={editor}
                onLink={() => setAsk({ kind: 'link' })}
                onVideo={() => setAsk({ kind: 'video' })}
                onPicture={() => setAsk({ kind: 'picture', file: null, alt: selectedAlt(editor) })}
              />
              <TextEditor editor={editor} />
            </div>
          </div>
        )}
        <SettingsPane
          material={material}
          tree={tree}
          mutations={mutations}
          draft={draft}
          problems={problems}
          onChange={change}
        />
      </div>
      <ScheduleBar
        materialId={material.id}
        isChanging={save.kind !== 'saved'}
        onOut={(now) => {
          if (save.kind === 'saved') work.setState(now)
          void mutations.refresh()
        }}
      />
      <ReviewBar
        materialId={material.id}
        isChanging={save.kind !== 'saved'}
        onDecided={(now) => {
          if (save.kind === 'saved') work.setState(now)
          void mutations.refresh()
        }}
      />
      <SaveBar
        save={save}
        state={state}
        isPreview={isPreview}
        onRetry={() => (isStale ? setAsk({ kind: 'stale' }) : void saver.flush())}
        onPreview={() => setPreview(!isPreview)}
        onPublish={() => void work.afterSave('publish')}
        onHistory={() => void work.afterSave('versions')}
        onUnpublish={() => setAsk({ kind: 'unpublish' })}
        onRemove={() => setAsk({ kind: 'remove' })}
      />
      {ask !== null && (
        <EditorDialogs ask={ask} editor={editor} work={work} onTake={onTake} onRestored={onRestored} />
      )}
    </div>
  )
}
