import {
  createSection,
  createSubcategory,
  type DeskTree,
  deleteSection,
  deleteSubcategory,
  moveSection,
  moveSubcategory,
  renameSection,
  renameSubcategory,
} from '@podmoga/contract/desk/knowledge'
import { createMaterial, deleteMaterial, moveMaterial } from '@podmoga/contract/desk/materials'
import { announce } from '@podmoga/ui/live-region/live-region'
import { toast } from '@podmoga/ui/toast/toast'
import { explain } from '@podmoga/web/explain'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { usePlace } from '../lib/place.tsx'
import { TREE_KEY } from './knowledge.api.ts'
import { KB } from './knowledge.texts.ts'
import { moved, type Spot, spotText, stepOf, type Thing } from './tree.ts'

export type TreeDeeds = ReturnType<typeof useTreeDeeds>

/** Everything that changes the tree. What fails rejects with a Refusal, but for moves, which say so themselves. */
export function useTreeDeeds() {
  const { call } = usePlace()
  const client = useQueryClient()
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return useMemo(() => {
    const refresh = () => client.invalidateQueries({ queryKey: TREE_KEY })
    const done = async <T>(work: Promise<T>): Promise<T> => {
      const answer = await work
      await refresh()
      return answer
    }
    const tree = () => client.getQueryData<DeskTree>(TREE_KEY)

    const sendMove = ({ level, id }: Thing, { parent_id, position }: Spot): Promise<unknown> => {
      if (level === 'section') return call(moveSection, { params: { sectionId: id }, body: { position } })
      if (level === 'subcategory')
        return call(moveSubcategory, {
          params: { subcategoryId: id },
          body: { section: parent_id ?? '', position },
        })
      return call(moveMaterial, {
        params: { materialId: id },
        body: { subcategory: parent_id ?? '', position },
      })
    }

    const move = (thing: Thing, spot: Spot): Promise<void> => {
      const before = tree()
      if (before === undefined) return Promise.resolve()
      void client.cancelQueries({ queryKey: TREE_KEY })
      const after = moved(before, thing, spot)
      client.setQueryData(TREE_KEY, after)
      announce(spotText(after, thing))
      // One after another, or two quick steps could arrive in the wrong order.
      const work = last.current.then(async () => {
        try {
          await sendMove(thing, spot)
        } catch (error) {
          toast.danger({ title: KB.move_failed, text: explain(error) })
        }
        if (last.current === work) await refresh()
      })
      last.current = work
      return work
    }

    return {
      move,
      /** Announces the edge where there is nowhere to go: null then, else where it has gone. */
      step: (thing: Thing, by: 1 | -1): Spot | null => {
        const now = tree()
        const spot = now === undefined ? null : stepOf(now, thing, by)
        if (spot === null) announce(KB.at_edge)
        else void move(thing, spot)
        return spot
      },
      addSection: (name: string) => done(call(createSection, { body: { name } })),
      addSubcategory: (section: string, name: string) =>
        done(call(createSubcategory, { body: { section, name } })),
      addMaterial: (subcategory: string, title: string) =>
        done(call(createMaterial, { body: { subcategory, title } })),
      rename: ({ level, id }: Thing, name: string) =>
        done<unknown>(
          level === 'section'
            ? call(renameSection, { params: { sectionId: id }, body: { name } })
            : call(renameSubcategory, { params: { subcategoryId: id }, body: { name } }),
        ),
      remove: ({ level, id }: Thing) => {
        if (level === 'section') return done(call(deleteSection, { params: { sectionId: id } }))
        if (level === 'subcategory') return done(call(deleteSubcategory, { params: { subcategoryId: id } }))
        return done(call(deleteMaterial, { params: { materialId: id } }))
      },
      refresh,
    }
  }, [call, client])
}
