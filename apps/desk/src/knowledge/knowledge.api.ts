import type { Call } from '@podmoga/contract/client'
import * as calls from '@podmoga/contract/desk/knowledge'
import { getDeskMaterial, getVersion, listVersions } from '@podmoga/contract/desk/materials'
import * as proposals from '@podmoga/contract/desk/proposals'
import { queryOptions } from '@tanstack/react-query'
import { pendingSave } from './material/draft-saver.ts'

/** Everything of this domain. */
export const KNOWLEDGE_ROOT = ['knowledge'] as const
export const TREE_KEY = [...KNOWLEDGE_ROOT, 'tree'] as const
export const GAPS_KEY = [...KNOWLEDGE_ROOT, 'gaps'] as const

export const treeQuery = (call: Call) =>
  queryOptions({
    queryKey: TREE_KEY,
    queryFn: ({ signal }) => call(calls.getTree, {}, { signal }),
    staleTime: 30_000,
    refetchInterval: 60_000,
  })

/** What an editor works on: asked for once, and again only when they say so. */
export const materialQuery = (call: Call, materialId: string) =>
  queryOptions({
    queryKey: [...KNOWLEDGE_ROOT, 'material', materialId],
    queryFn: async ({ signal }) => {
      // Coming straight back must not read what a save under way is about to change.
      await pendingSave(materialId)
      return call(getDeskMaterial, { params: { materialId } }, { signal })
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const versionsQuery = (call: Call, materialId: string) =>
  queryOptions({
    queryKey: [...KNOWLEDGE_ROOT, 'versions', materialId],
    queryFn: ({ signal }) => call(listVersions, { params: { materialId } }, { signal }),
    gcTime: 0,
  })

export const versionQuery = (call: Call, materialId: string, number: number) =>
  queryOptions({
    queryKey: [...KNOWLEDGE_ROOT, 'version', materialId, number],
    queryFn: ({ signal }) => call(getVersion, { params: { materialId, number: String(number) } }, { signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

export const gapsQuery = (call: Call, page: number, isClosed: boolean) =>
  queryOptions({
    queryKey: [...GAPS_KEY, page, isClosed],
    queryFn: ({ signal }) =>
      call(
        calls.listGaps,
        { query: { page: String(page), page_size: '20', closed: isClosed ? 'true' : 'false' } },
        { signal },
      ),
    // A line closes when its material is published, in another section: coming back asks anew.
    staleTime: 0,
  })

export const proposalsQuery = (call: Call) =>
  queryOptions({
    queryKey: [...GAPS_KEY, 'proposals'],
    queryFn: ({ signal }) => call(proposals.listAskedProposals, {}, { signal }),
    staleTime: 0,
  })

/** What the answers to the last questions would be with these groups; nothing is kept. */
export const previewSynonyms = (call: Call, groups: string[][]) =>
  call(proposals.previewSynonyms, { body: { groups } })
/** The same with these questions of a material. */
export const previewAlsoAsked = (call: Call, materialId: string, also_asked: string[]) =>
  call(proposals.previewAlsoAsked, { params: { materialId }, body: { also_asked } })

export const synonymsQuery = (call: Call) =>
  queryOptions({
    queryKey: [...KNOWLEDGE_ROOT, 'synonyms'],
    queryFn: ({ signal }) => call(calls.getSynonyms, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** The words that the search knows by itself: they change with a release only, their switches in this list. */
export const thesaurusQuery = (call: Call) =>
  queryOptions({
    queryKey: [...KNOWLEDGE_ROOT, 'thesaurus'],
    queryFn: ({ signal }) => call(calls.getThesaurus, {}, { signal }),
  })

/** Makes these materials, in this order, the frequent questions; refused when they are not `seen` any more. */
export const setFaq = (call: Call, materials: string[], seen: string[]) =>
  call(calls.setFaq, { body: { materials, seen } })

/** With a material: its words are told to the search as well. */
export const closeGap = (call: Call, gapId: string, material: string | null) =>
  call(calls.closeGap, { params: { gapId }, body: { material } })

export const setSynonyms = (call: Call, groups: string[][], revision: string) =>
  call(calls.setSynonyms, { body: { groups, revision } })
/** As they are now, past every cache. */
export const readSynonyms = (call: Call) => call(calls.getSynonyms, {})

export const switchThesaurus = (call: Call, group: string, on: boolean) =>
  call(calls.switchThesaurus, { body: { group, on } })
