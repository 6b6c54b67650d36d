import type { EndpointDeclaration } from '@podmoga/contract/endpoint'

export const openApiOf = (
  _endpoints: readonly EndpointDeclaration[],
  _info: { title: string; url: string },
): object => ({})
