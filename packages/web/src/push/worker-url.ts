interface ScriptUrls {
  createScriptURL: (url: string) => string
}

// A policy of one name can be made once in a page.
let policy: ScriptUrls | undefined

/** The address of our own worker may become a script; nothing else passes here. */
export const workerUrl = (url: string): string => {
  const { trustedTypes } = window as {
    trustedTypes?: { createPolicy: (name: string, rules: object) => ScriptUrls }
  }
  policy ??= trustedTypes?.createPolicy('app-worker', { createScriptURL: (given: string) => given })
  return policy?.createScriptURL(url) ?? url
}
