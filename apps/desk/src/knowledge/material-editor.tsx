import type { DeskMaterial } from '@podmoga/contract/desk/materials'
import { Chip } from '@podmoga/ui/chip/chip'
import { TextField } from '@podmoga/ui/field/text-field'
import { BackLink } from '@podmoga/ui/link/back-link'
import { toast } from '@podmoga/ui/toast/toast'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { usePlace } from '../lib/place.tsx'
import { SureDialog } from '../lib/sure-dialog.tsx'
import { useTitle } from '../lib/use-title.ts'
import { type DraftText, isSameText } from './draft-text.ts'
import styles from './editor.module.css'
import { insertPicture, linkHere, removeLink, removePicture, selectedAlt, setLink } from './insertions.ts'
import { treeQuery } from './knowledge.api.ts'
import { EDITOR, KB, STATES } from './knowledge.texts.ts'
import { LinkDialog } from './link-dialog.tsx'
import { unpublishMaterial } from './material.api.ts'
import { PictureDialog } from './picture-dialog.tsx'
import { Preview } from './preview.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { SaveBar } from './save-bar.tsx'
import { SettingsPane } from './settings-pane.tsx'
import type { ShelvedText } from './shelf.ts'
import { ShelfBar } from './shelf-bar.tsx'
import { StaleDialog } from './stale-dialog.tsx'
import { startOf, TextEditor, useTextEditor } from './text-editor.tsx'
import { Toolbar } from './toolbar.tsx'
import { materialsOf } from './tree.ts'
import { useMaterialDraft } from './use-material-draft.ts'
import { useShelf } from './use-shelf.ts'
import { useTreeDeeds } from './use-tree-deeds.ts'
import { VersionsDialog } from './versions-dialog.tsx'

interface MaterialEditorProps {
  material: DeskMaterial
  /** Whether the text came from the history just now: there it is kept. */
  isVersion: boolean
  onTake: (theirs: DeskMaterial) => void
  onRestored: () => void
  onReload: () => void
}

type Ask =
  | { kind: 'link' }
  | { kind: 'picture'; file: File | null; alt: string | null }
  | { kind: 'publish' | 'versions'; revision: number }
  | { kind: 'stale' | 'unpublish' | 'remove' }

const TONES = { draft: 'neutral', published: 'success', changed: 'warning' } as const

/** Writing one material. Mounted anew for another one, and whenever its text comes from elsewhere. */
export function MaterialEditor(props: MaterialEditorProps) {
  const { material, isVersion, onTake, onRestored, onReload } = props
  const { call } = usePlace()
  const navigate = useNavigate()
  const { data: tree } = useQuery(treeQuery(call))
  const deeds = useTreeDeeds()
  const work = useMaterialDraft(material, () => void deeds.refresh())
  const { draft, save, state, saver, change, problems } = work
  const shelf = useShelf(material.id)
  const [ask, setAsk] = useState<Ask | null>(null)
  const [isPreview, setPreview] = useState(false)
  const editor = useTextEditor(draft.content, {
    onChange: (content) => change({ content }),
    onPicture: (file) => setAsk({ kind: 'picture', file, alt: null }),
    onEditPicture: () => setAsk({ kind: 'picture', file: null, alt: selectedAlt(editor) }),
  })
  const close = () => setAsk(null)
  const isStale = save.kind === 'stale'
  useEffect(() => {
    if (isStale) setAsk({ kind: 'stale' })
  }, [isStale])
  useTitle(draft.title)
  const { wasKept } = work
  useEffect(() => {
    if (wasKept) toast.info({ title: EDITOR.restored })
  }, [wasKept])

  const isInHistory =
    save.kind === 'saved' && (state === 'published' || (isVersion && isSameText(draft, material)))
  const write = ({ title, content, cover, files }: DraftText) => {
    editor.commands.setContent(startOf(content))
    change({ title, content, cover, files })
  }
  /** The two change places: what stands here now may be nowhere else. */
  const bringBack = async (text: ShelvedText) => {
    shelf.drop(text.id)
    if (!isInHistory && !isSameText(draft, text)) shelf.put(draft, 'former')
    write(text)
    // The addresses it was kept with have run out; the server gives fresh ones.
    const hasFiles = text.cover !== null || text.files.length > 0 || text.content.includes('data-file')
    if ((await saver.flush()) !== null && hasFiles) onReload()
  }
  /** Nothing is published or restored before the server has the newest text. */
  const afterSave = async (kind: 'publish' | 'versions') => {
    const revision = await saver.flush()
    if (revision !== null) setAsk({ kind, revision })
  }
  const published = (revision: number) => {
    saver.rebase(revision)
    work.setState('published')
    close()
    toast.success({ title: EDITOR.published })
    void deeds.refresh()
  }
  const unpublish = async () => {
    await saver.flush()
    const { revision } = await unpublishMaterial(call, material.id)
    // Further on, somebody else has saved: the next save must be refused, and compared.
    if (revision <= saver.revision() + 1) saver.rebase(revision)
    work.setState('draft')
    toast.success({ title: EDITOR.unpublished })
    void deeds.refresh()
  }
  return (
    <div className={styles.room}>
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
                onPicture={() => setAsk({ kind: 'picture', file: null, alt: selectedAlt(editor) })}
              />
              <TextEditor editor={editor} />
            </div>
          </div>
        )}
        <SettingsPane
          material={material}
          tree={tree}
          deeds={deeds}
          draft={draft}
          problems={problems}
          onChange={change}
        />
      </div>
      <SaveBar
        save={save}
        state={state}
        isPreview={isPreview}
        onRetry={() => (isStale ? setAsk({ kind: 'stale' }) : void saver.flush())}
        onPreview={() => setPreview(!isPreview)}
        onPublish={() => void afterSave('publish')}
        onHistory={() => void afterSave('versions')}
        onUnpublish={() => setAsk({ kind: 'unpublish' })}
        onRemove={() => setAsk({ kind: 'remove' })}
      />
      {ask?.kind === 'link' && (
        <LinkDialog
          now={linkHere(editor)}
          materials={tree === undefined ? [] : materialsOf(tree).filter(({ id }) => id !== material.id)}
          onSubmit={(target) => {
            close()
            setLink(editor, target)
          }}
          onRemove={() => {
            close()
            removeLink(editor)
          }}
          onClose={close}
        />
      )}
      {ask?.kind === 'picture' && (
        <PictureDialog
          materialId={material.id}
          file={ask.file}
          alt={ask.alt}
          onInsert={(picture, texts) => {
            close()
            insertPicture(editor, picture, texts)
          }}
          onChange={(alt) => {
            close()
            editor.chain().focus().updateAttributes('picture', { alt }).run()
          }}
          onRemove={() => {
            close()
            removePicture(editor)
          }}
          onClose={close}
        />
      )}
      {ask?.kind === 'publish' && (
        <PublishDialog
          materialId={material.id}
          revision={ask.revision}
          state={state}
          text={draft}
          problems={problems}
          tree={tree}
          onPublished={published}
          onClose={close}
        />
      )}
      {ask?.kind === 'versions' && (
        <VersionsDialog
          materialId={material.id}
          revision={ask.revision}
          unpublished={isInHistory ? null : draft}
          shelf={shelf}
          onRestored={() => {
            close()
            onRestored()
          }}
          onStale={() => setAsk({ kind: 'stale' })}
          onClose={close}
        />
      )}
      {ask?.kind === 'stale' && (
        <StaleDialog
          materialId={material.id}
          mine={draft}
          onTake={(theirs) => {
            shelf.put(draft, 'mine')
            work.forget()
            onTake(theirs)
          }}
          onKeep={({ revision }) => {
            close()
            // When it was a version that could not be restored, nothing of this text waits to be saved yet.
            change({})
            saver.rebase(revision)
          }}
          onClose={close}
        />
      )}
      {ask?.kind === 'unpublish' && (
        <SureDialog
          title={`${EDITOR.unpublish}?`}
          text={EDITOR.unpublish_text}
          submit={EDITOR.unpublish}
          onSubmit={unpublish}
          onClose={close}
        />
      )}
      {ask?.kind === 'remove' && (
        <SureDialog
          title={`Удалить «${draft.title}»?`}
          text={KB.remove_text}
          submit={KB.remove}
          onSubmit={async () => {
            await saver.flush()
            await deeds.remove({ level: 'material', id: material.id })
            toast.success({ title: EDITOR.removed })
            void navigate('/kb')
          }}
          onClose={close}
        />
      )}
    </div>
  )
}
