import { escapeHtml } from '../escape-html.ts'
import type { Operation } from './openapi.operation.ts'
import type { OpenApi } from './openapi.ts'

const code = (value: unknown): string =>
  `<pre tabindex="0"><code>${escapeHtml(JSON.stringify(value, null, 2))}</code></pre>`

const parameters = (operation: Operation): string =>
  operation.parameters.length === 0
    ? ''
    : `<table><thead><tr><th>Параметр</th><th>Где</th><th>Нужен</th><th>Вид</th></tr></thead><tbody>${operation.parameters
        .map(
          (parameter) =>
            `<tr><td><code>${escapeHtml(parameter.name)}</code></td><td>${parameter.in}</td><td>${parameter.required ? 'да' : 'нет'}</td><td>${escapeHtml(parameter.description ?? JSON.stringify(parameter.schema))}</td></tr>`,
        )
        .join('')}</tbody></table>`

const body = (operation: Operation): string =>
  Object.entries(operation.requestBody?.content ?? {})
    .map(([type, { schema }]) => `<h4>Тело: <code>${escapeHtml(type)}</code></h4>${code(schema)}`)
    .join('')

const responses = (operation: Operation): string =>
  Object.entries(operation.responses)
    .map(([status, response]) => {
      const schema = status === '200' ? response.content?.['application/json']?.schema : undefined
      return `<h4>${status}</h4><p>${escapeHtml(response.description)}</p>${schema === undefined ? '' : code(schema)}`
    })
    .join('')

const operationHtml = (path: string, method: string, operation: Operation): string => `
<details id="${operation.operationId}">
<summary><b>${method.toUpperCase()}</b> <code>${operation.servers === undefined ? '/api' : ''}${escapeHtml(path)}</code> <span>${escapeHtml(operation.summary)}</span></summary>
<p>${escapeHtml(operation.description)}</p>${parameters(operation)}${body(operation)}${responses(operation)}
</details>`

/** The page's style sheet, served as a file because the policy forbids inline styles. */
export const DOCS_STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:960px;margin:32px auto;padding:0 16px;color:#1d1a16;background:#f8f6f4}
details{background:#fff;border:1px solid #dfdcd7;border-radius:12px;margin:8px 0;padding:0 16px}summary{padding:12px 0;cursor:pointer}summary span{color:#5c5751;display:block}
pre{background:#f1efeb;padding:12px;border-radius:8px;overflow:auto;font-size:14px}table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:6px 8px;border-bottom:1px solid #dfdcd7;vertical-align:top}a{color:#204ec3}`

/** Renders the contract as one readable page without scripts. */
export const docsPage = (document: OpenApi): string => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationHtml(path, method, operation)),
  )
  return `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · ${escapeHtml(document.info.title)}</title><link rel="stylesheet" href="style.css"></head>
<body><main><h1>API · ${escapeHtml(document.info.title)}</h1><p>${escapeHtml(document.info.description)}
<a href="../openapi.json">OpenAPI 3.1</a></p>${operations.join('')}</main></body></html>`
}
