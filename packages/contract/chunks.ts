/** How the contract's modules are grouped into output files; read by packages/build. */
export const chunks = {
  root: 'packages/contract/src',
  first: { contract: [''] },
  shared: {
    parts: ['fields/(?:nouns|quoted)\\.'],
    files: ['fields/size-limit\\.'],
    knowledge: ['(?:fold|knowledge)\\.'],
    profile: ['(?:profile|desk/(?:joining|personal-data|knowledge-shapes))\\.'],
    after: ['feedback\\.'],
    shift: ['shifts\\.'],
  },
}
