/** Which modules of the contract come together; packages/build reads it. */
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
