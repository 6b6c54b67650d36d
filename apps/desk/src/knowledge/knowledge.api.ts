import type { Call } from '@podmoga/contract/client'
import * as calls from '@podmoga/contract/desk/knowledge'
import { getDeskMaterial, getVersion, listVersions } from '@podmoga/contract/desk/materials'
import * as proposals from '@podmoga/contract/desk/proposals'
import { queryOptions } from '@tanstack/react-query'
import { pendingSave } from './material/draft-saver.ts'

/** Query key prefix of the domain. */
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

/** The material being edited: fetched once, and again only on request. */
export const materialQuery = (call: Call, materialId: string) =>
  queryOptions({
    queryKey: [...KNOWLEDGE_ROOT, 'material', materialId],
    queryFn: async ({ signal }) => {
      // After coming straight back, wait for a pending save, otherwise stale text would be read.
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
    // A gap closes when its material is published on another page: always refetch on return.
    staleTime: 0,
  })

export const proposalsQuery = (call: Call) =>
  queryOptions({
    queryKey: [...GAPS_KEY, 'proposals'],
    queryFn: ({ signal }) => call(proposals.listAskedProposals, {}, { signal }),
    staleTime: 0,
  })

/** Previews the answers to recent questions with these groups, without saving. */
export const previewSynonyms = (call: Call, groups: string[][]) =>
  call(proposals.previewSynonyms, { body: { groups } })
/** The same for a material's questions. */
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

/** The built-in thesaurus: its words change only with a release; the list also has their switches. */
export const thesaurusQuery = (call: Call) =>
  queryOptions({
    queryKey: [...KNOWLEDGE_ROOT, 'thesaurus'],
    queryFn: ({ signal }) => call(calls.getThesaurus, {}, { signal }),
  })

/** Sets the frequent questions, in this order; refused if the current ones differ from `seen`. */
export const setFaq = (call: Call, materials: string[], seen: string[]) =>
  call(calls.setFaq, { body: { materials, seen } })

/** With a material, the gap's query finds that material too. */
export const closeGap = (call: Call, gapId: string, material: string | null) =>
  call(calls.closeGap, { params: { gapId }, body: { material } })

export const setSynonyms = (call: Call, groups: string[][], revision: string) =>
  call(calls.setSynonyms, { body: { groups, revision } })
/** Reads the current synonyms, bypassing the cache. */
export const readSynonyms = (call: Call) => call(calls.getSynonyms, {})

export const switchThesaurus = (call: Call, group: string, on: boolean) =>
  call(calls.switchThesaurus, { body: { group, on } })
