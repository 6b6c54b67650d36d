interface ScriptUrls {
  createScriptURL: (url: string) => string
}

// A Trusted Types policy can be created only once per name and page.
let policy: ScriptUrls | undefined

/** Trusts the script URL of our own worker; used for nothing else. */
export const workerUrl = (url: string): string => {
  const { trustedTypes } = window as {
    trustedTypes?: { createPolicy: (name: string, rules: object) => ScriptUrls }
  }
  policy ??= trustedTypes?.createPolicy('app-worker', { createScriptURL: (given: string) => given })
  return policy?.createScriptURL(url) ?? url
}
