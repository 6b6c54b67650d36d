import { useNavigate } from 'react-router'
import { KB } from '../knowledge.texts.ts'
import { RemoveDialog } from '../material/remove-dialog.tsx'
import { NameDialog } from './name-dialog.tsx'
import type { Thing } from './tree.ts'
import type { TreeMutations } from './use-tree-mutations.ts'

/** The dialog to open over the tree. */
export type TreeAsk =
  | { kind: 'section' }
  | { kind: 'subcategory' | 'material'; in: string }
  | { kind: 'rename' | 'remove'; thing: Thing; name: string }

interface TreeDialogsProps {
  ask: TreeAsk
  mutations: TreeMutations
  /** Expands a group of the tree. */
  onShow: (key: string) => void
  onClose: () => void
}

/** Name and confirmation dialogs of the tree. */
export function TreeDialogs({ ask, mutations, onShow, onClose }: TreeDialogsProps) {
  const navigate = useNavigate()
  const create = { submit: KB.create, onClose }
  switch (ask.kind) {
    case 'section':
      return (
        <NameDialog
          {...create}
          title={KB.add_section}
          onSubmit={async (name) => onShow(`section-${(await mutations.addSection(name)).id}`)}
        />
      )
    case 'subcategory':
      return (
        <NameDialog
          {...create}
          title={KB.add_subcategory}
          onSubmit={async (name) => {
            onShow(`section-${ask.in}`)
            onShow(`subcategory-${(await mutations.addSubcategory(ask.in, name)).id}`)
          }}
        />
      )
    case 'material':
      return (
        <NameDialog
          {...create}
          title={KB.add_material}
          onSubmit={async (name) => {
            const { id } = await mutations.addMaterial(ask.in, name)
            void navigate(`/kb/${id}`)
          }}
        />
      )
    case 'rename':
      return (
        <NameDialog
          title={KB.rename}
          initial={ask.name}
          submit={KB.save}
          onSubmit={(name) => mutations.rename(ask.thing, name)}
          onClose={onClose}
        />
      )
    case 'remove':
      return (
        <RemoveDialog
          name={ask.name}
          onRemove={async () => {
            await mutations.remove(ask.thing)
            if (ask.thing.level === 'material' && location.pathname.endsWith(`/kb/${ask.thing.id}`))
              void navigate('/kb')
          }}
          onClose={onClose}
        />
      )
  }
}
